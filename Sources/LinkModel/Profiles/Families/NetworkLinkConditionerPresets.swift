/// Apple's Network Link Conditioner.
enum NetworkLinkConditionerPresets {
    static let family = ProfileFamily(
        name: "nlc",
        title: "Apple's Network Link Conditioner",
        latencyMeaning: latency,
        profiles: [
            preset("dsl", "DSL", down: (2000, 5), up: (256, 5), source: "ATC utils/profiles/DSL.json"),
            preset("3g", "3G", down: (780, 100), up: (330, 100), source: "ATC utils/profiles 3G-Average"),
            preset(
                "edge",
                "EDGE",
                down: (240, 400),
                up: (200, 440),
                source: "ATC utils/profiles Edge-Average"
            ),
            preset(
                "lte",
                "LTE",
                down: (50_000, 50),
                up: (10_000, 65),
                source: "delays: published LTE profile files; rates: the top of Proxyman's ranges",
                unverified: "both rates"
            ),
            preset(
                "wifi",
                "Wi-Fi",
                down: (40_000, 1),
                up: (33_000, 1),
                source: "rates: published copies of the preset",
                unverified: "both delays"
            ),
            preset(
                "wifi-ac",
                "Wi-Fi 802.11ac",
                down: (250_000, 1),
                up: (100_000, 1),
                source: "the top of Proxyman's ranges",
                unverified: "both rates and both delays"
            ),
            preset(
                "very-bad",
                "Very Bad Network",
                down: (1000, 500),
                up: (1000, 500),
                loss: 0.1,
                source: "published copies of the preset"
            ),
            preset(
                "loss-100",
                "100% Loss",
                down: (nil, 0),
                up: (nil, 0),
                loss: 1,
                source: "published copies of the preset"
            ),
            preset(
                "high-latency-dns",
                "High Latency DNS",
                down: (nil, 0),
                up: (nil, 0),
                dnsDelayMs: 3000,
                source: "published copies of the preset"
            ),
        ]
    )

    private static let latency = "one way, set for each direction: taken as it is"

    /// Rates in kbit/s (nil: unlimited), one-way delays in milliseconds; the DNS delay applies to each
    /// answer.
    private static func preset(
        _ name: String,
        _ title: String,
        down: LinkParameters.StatedDirection,
        up: LinkParameters.StatedDirection,
        loss: Double = 0,
        dnsDelayMs: Int64 = 0,
        source: String,
        unverified: String? = nil
    ) -> LinkProfile {
        LinkProfile(
            name: "nlc/\(name)",
            about: "Network Link Conditioner: \(title)",
            link: LinkParameters(down: down, up: up, loss: loss, dnsDelayMs: dnsDelayMs),
            source: source,
            latencyMeaning: latency,
            unverified: unverified
        )
    }
}
