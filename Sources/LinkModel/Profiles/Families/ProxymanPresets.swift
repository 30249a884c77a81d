/// Proxyman's network conditions: ranges within which it draws at random.
enum ProxymanPresets {
    static let family = ProfileFamily(
        name: "proxyman",
        title: "Proxyman",
        latencyMeaning: latency,
        profiles: [
            preset("very-bad", "very bad network", down: "under 1", 1000, up: nil),
            preset("slow", "slow", down: "5 to 10", 10_000, up: nil),
            preset("medium", "medium", down: "10 to 20", 20_000, up: nil),
            preset("edge", "EDGE", down: "under 0.24", 240, up: ("under 0.2", 200)),
            preset("3g", "3G", down: "under 0.78", 780, up: ("under 0.3", 300)),
            preset("lte", "LTE", down: "30 to 50", 50_000, up: ("5 to 10", 10_000)),
            preset("wifi", "Wi-Fi", down: "25 to 40", 40_000, up: ("15 to 30", 30_000)),
            preset("wifi-ac", "Wi-Fi 802.11ac", down: "150 to 250", 250_000, up: ("70 to 100", 100_000)),
        ]
    )

    private static let latency = "not stated"

    /// The documentation's ranges in Mbit/s; their upper ends in kbit/s. A single range applies to both
    /// directions.
    private static func preset(
        _ name: String,
        _ title: String,
        down range: String,
        _ kbps: Int64,
        up: (range: String, kbps: Int64)?
    ) -> LinkProfile {
        let ranges = up.map { "\(range) Mbit/s down, \($0.range) Mbit/s up" } ?? "\(range) Mbit/s"
        return LinkProfile(
            name: "proxyman/\(name)",
            about: "Proxyman: \(title)",
            link: LinkParameters(downKbps: kbps, upKbps: up?.kbps ?? kbps, roundTripUs: 0),
            source: "Proxyman's documentation, network throttling: \(ranges), drawn at random",
            latencyMeaning: latency,
            unverified: "both rates: the tops of the ranges stand for them",
            missing: "the changes within the range, and delays: Proxyman publishes none"
        )
    }
}
