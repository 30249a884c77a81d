/// The table in comcast's README.
enum ComcastPresets {
    static let family = ProfileFamily(
        name: "comcast",
        title: "comcast",
        latencyMeaning: latency,
        profiles: [
            preset("gprs", "GPRS", 50, latencyMs: 500, loss: 0.02),
            preset("edge", "EDGE", 250, latencyMs: 300, loss: 0.015),
            preset("3g", "3G / HSDPA", 750, latencyMs: 250, loss: 0.015),
            preset("dial", "dial-up", 40, latencyMs: 185, loss: 0.02),
            preset("dsl-poor", "DSL, poor", 2000, latencyMs: 70, loss: 0.02),
            preset("dsl-good", "DSL, good", 8000, latencyMs: 40, loss: 0.005),
            preset("wifi", "Wi-Fi", 30_000, latencyMs: 40, loss: 0.002),
            preset("starlink", "Starlink", nil, latencyMs: 20, loss: 0.025),
        ]
    )

    private static let latency =
        "added once to a round trip, to what leaves the device: half of it each way; rate and loss as given, each way"

    /// The rate in kbit/s, for both ways.
    private static func preset(
        _ name: String,
        _ title: String,
        _ kbps: Int64?,
        latencyMs: Int64,
        loss: Double
    ) -> LinkProfile {
        LinkProfile(
            name: "comcast/\(name)",
            about: "comcast: \(title)",
            link: LinkParameters(downKbps: kbps, upKbps: kbps, roundTripUs: latencyMs * 1000, loss: loss),
            source: "comcast's README, which names no source",
            latencyMeaning: latency,
            unverified: "every number",
            missing: kbps == nil ? "the rate: the README gives none" : nil
        )
    }
}
