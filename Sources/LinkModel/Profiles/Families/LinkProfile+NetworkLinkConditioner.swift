extension LinkProfile {
    /// Apple's Network Link Conditioner.
    static let networkLinkConditioner = ProfileFamily(
        name: "nlc",
        title: "Apple's Network Link Conditioner",
        latencyMeaning: nlcLatency,
        profiles: nlcProfiles
    )

    private static let nlcLatency = "one way, set for each direction: taken as it is"

    private static let nlcProfiles: [LinkProfile] = [
        nlc("dsl", "DSL", down: (2000, 5), up: (256, 5), source: "ATC utils/profiles/DSL.json"),
        nlc("3g", "3G", down: (780, 100), up: (330, 100), source: "ATC utils/profiles 3G-Average"),
        nlc("edge", "EDGE", down: (240, 400), up: (200, 440), source: "ATC utils/profiles Edge-Average"),
        nlc(
            "lte",
            "LTE",
            down: (50_000, 50),
            up: (10_000, 65),
            source: "delays: published LTE profile files; rates: the top of Proxyman's ranges",
            unverified: "both rates"
        ),
        nlc(
            "wifi",
            "Wi-Fi",
            down: (40_000, 1),
            up: (33_000, 1),
            source: "rates: published copies of the preset",
            unverified: "both delays"
        ),
        nlc(
            "wifi-ac",
            "Wi-Fi 802.11ac",
            down: (250_000, 1),
            up: (100_000, 1),
            source: "the top of Proxyman's ranges",
            unverified: "both rates and both delays"
        ),
        nlc(
            "very-bad",
            "Very Bad Network",
            down: (1000, 500),
            up: (1000, 500),
            loss: 0.1,
            source: "published copies of the preset"
        ),
        nlc(
            "loss-100",
            "100% Loss",
            down: (nil, 0),
            up: (nil, 0),
            loss: 1,
            source: "published copies of the preset"
        ),
        nlc(
            "high-latency-dns",
            "High Latency DNS",
            down: (nil, 0),
            up: (nil, 0),
            dnsDelayMs: 3000,
            source: "published copies of the preset"
        ),
    ]

    /// Rates in kbit/s (nil: unlimited), one-way delays in milliseconds; the DNS delay applies to each
    /// answer.
    private static func nlc(
        _ name: String,
        _ title: String,
        down: (kbps: Int64?, delayMs: Int64),
        up: (kbps: Int64?, delayMs: Int64),
        loss: Double = 0,
        dnsDelayMs: Int64 = 0,
        source: String,
        unverified: String? = nil
    ) -> LinkProfile {
        func direction(_ side: (kbps: Int64?, delayMs: Int64)) -> DirectionParameters {
            DirectionParameters(
                rateBps: side.kbps.map { $0 * 1000 },
                oneWayDelay: side.delayMs * 1_000_000,
                lossRatio: loss
            )
        }
        return LinkProfile(
            name: "nlc/\(name)",
            about: "Network Link Conditioner: \(title)",
            link: LinkParameters(
                down: direction(down),
                up: direction(up),
                dnsDelay: dnsDelayMs * 1_000_000
            ),
            source: source,
            latencyMeaning: nlcLatency,
            unverified: unverified
        )
    }
}
