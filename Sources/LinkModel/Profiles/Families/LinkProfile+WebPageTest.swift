extension LinkProfile {
    /// WebPageTest's connectivity profiles.
    static let webPageTest = ProfileFamily(
        name: "wpt",
        title: "WebPageTest",
        latencyMeaning: wptLatency,
        profiles: [
            wpt("cable", "Cable", 5000, 1000, rttMs: 28),
            wpt("dsl", "DSL", 1500, 384, rttMs: 50),
            wpt("fios", "FIOS", 20_000, 5000, rttMs: 4),
            wpt("dial", "56K dial-up", 49, 30, rttMs: 120),
            wpt("lte", "LTE", 12_000, 12_000, rttMs: 70),
            wpt("3g", "3G", 1600, 768, rttMs: 300),
            wpt("3g-fast", "3G Fast", 1600, 768, rttMs: 150),
            wpt("3g-slow", "3G Slow", 780, 330, rttMs: 200),
            wpt("3g-em", "3G emerging markets", 400, 400, rttMs: 400),
            wpt("edge", "EDGE", 240, 200, rttMs: 840),
            wpt(
                "2g",
                "2G",
                280,
                256,
                rttMs: 800,
                note: "; older versions of the file say 35/32 kbit/s, 1300 ms"
            ),
            wpt("native", "not shaped", nil, nil, rttMs: 0),
        ]
    )

    private static let wptLatency = "the round trip: half of it each way"

    /// Rates in kbit/s.
    private static func wpt(
        _ name: String,
        _ title: String,
        _ down: Int64?,
        _ up: Int64?,
        rttMs: Int64,
        note: String = ""
    ) -> LinkProfile {
        LinkProfile(
            name: "wpt/\(name)",
            about: "WebPageTest: \(title)",
            sides(down: down, up: up, roundTripUs: rttMs * 1000),
            source: "WebPageTest www/settings/connectivity.ini.sample" + note,
            latencyMeaning: wptLatency
        )
    }
}
