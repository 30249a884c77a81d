/// Lighthouse's throttling, as it simulates it: one throughput for both ways.
enum LighthousePresets {
    static let family = ProfileFamily(
        name: "lighthouse",
        title: "Lighthouse",
        latencyMeaning: latency,
        profiles: [
            // Its Mbit/s are 1024 kbit/s: 1.6 times 1024.
            preset("mobile-slow-4g", "mobile, slow 4G", 1_638_400, rttMs: 150, slowdown: 4),
            preset("mobile-regular-3g", "mobile, regular 3G", 700_000, rttMs: 300, slowdown: 4),
            preset("desktop-dense-4g", "desktop, dense 4G", 10_240_000, rttMs: 40, slowdown: 1),
        ]
    )

    private static let latency = "the round trip (rttMs): half of it each way"

    private static func preset(
        _ name: String,
        _ title: String,
        _ bps: Int64,
        rttMs: Int64,
        slowdown: Int
    ) -> LinkProfile {
        let side = DirectionParameters(rateBps: bps, oneWayDelay: rttMs * 500_000)
        return LinkProfile(
            name: "lighthouse/\(name)",
            about: "Lighthouse: \(title)",
            link: LinkParameters(down: side, up: side),
            source: "Lighthouse core/config/constants.js, rttMs and throughputKbps",
            latencyMeaning: latency,
            missing: slowdown == 1
                ? nil : "the processor, slowed down \(slowdown) times: this is the line alone"
        )
    }
}
