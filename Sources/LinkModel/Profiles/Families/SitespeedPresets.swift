/// The presets of throttle, sitespeed.io's shaper.
enum SitespeedPresets {
    static let family = ProfileFamily(
        name: "sitespeed",
        title: "sitespeed.io throttle",
        latencyMeaning: latency,
        profiles: [
            preset("3g", "3G", 1600, 768, rttMs: 150),
            preset("3g-fast", "3G fast", 1600, 768, rttMs: 75),
            preset("3g-slow", "3G slow", 400, 400, rttMs: 200),
            preset("3g-em", "3G emerging markets", 400, 400, rttMs: 200),
            preset("2g", "2G", 280, 256, rttMs: 400),
            preset("4g", "4G", 9000, 9000, rttMs: 85),
            preset("lte", "LTE", 12_000, 12_000, rttMs: 35),
            preset("edge", "EDGE", 240, 200, rttMs: 420),
            preset("cable", "Cable", 5000, 1000, rttMs: 14),
            preset("dsl", "DSL", 1500, 384, rttMs: 25),
            preset("dial", "dial-up", 49, 30, rttMs: 60),
            preset("fios", "FIOS (`fois` there)", 20_000, 5000, rttMs: 2),
        ]
    )

    private static let latency =
        "the round trip: throttle puts half of it on each way; most figures are half of WebPageTest's for the same name"

    /// Rates in kbit/s.
    private static func preset(
        _ name: String,
        _ title: String,
        _ down: Int64,
        _ up: Int64,
        rttMs: Int64
    ) -> LinkProfile {
        LinkProfile(
            name: "sitespeed/\(name)",
            about: "sitespeed.io throttle: \(title)",
            link: LinkParameters(downKbps: down, upKbps: up, roundTripUs: rttMs * 1000),
            source: "sitespeed.io throttle's README and lib/tc.js",
            latencyMeaning: latency
        )
    }
}
