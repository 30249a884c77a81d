/// WebPageTest's connectivity profiles.
enum WebPageTestPresets {
    static let family = ProfileFamily(
        name: "wpt",
        title: "WebPageTest",
        latencyMeaning: latency,
        profiles: [
            preset("cable", "Cable", 5000, 1000, rttMs: 28),
            preset("dsl", "DSL", 1500, 384, rttMs: 50),
            preset("fios", "FIOS", 20_000, 5000, rttMs: 4),
            preset("dial", "56K dial-up", 49, 30, rttMs: 120),
            preset("lte", "LTE", 12_000, 12_000, rttMs: 70),
            preset("3g", "3G", 1600, 768, rttMs: 300),
            preset("3g-fast", "3G Fast", 1600, 768, rttMs: 150),
            preset("3g-slow", "3G Slow", 780, 330, rttMs: 200),
            preset("3g-em", "3G emerging markets", 400, 400, rttMs: 400),
            preset("edge", "EDGE", 240, 200, rttMs: 840),
            preset(
                "2g",
                "2G",
                280,
                256,
                rttMs: 800,
                note: "; older versions of the file say 35/32 kbit/s, 1300 ms"
            ),
            preset("native", "not shaped", nil, nil, rttMs: 0),
        ]
    )

    private static let latency = "the round trip: half of it each way"

    /// Rates in kbit/s.
    private static func preset(
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
            link: LinkParameters(downKbps: down, upKbps: up, roundTripUs: rttMs * 1000),
            source: "WebPageTest www/settings/connectivity.ini.sample" + note,
            latencyMeaning: latency
        )
    }
}
