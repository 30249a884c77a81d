extension LinkProfile {
    /// Facebook's Augmented Traffic Control.
    static let augmentedTrafficControl = ProfileFamily(
        name: "atc",
        title: "Augmented Traffic Control",
        latencyMeaning: atcLatency,
        profiles: [
            atc("2g-rural", "2G, developing rural", down: (20, 650), up: (18, 650), loss: 0.02),
            atc("2g-urban", "2G, developing urban", down: (35, 650), up: (32, 650)),
            atc("3g-average", "3G, average", down: (780, 100), up: (330, 100)),
            atc("3g-good", "3G, good", down: (850, 90), up: (420, 100)),
            atc("cable", "Cable", down: (6000, 2), up: (1000, 2)),
            atc("dsl", "DSL", down: (2000, 5), up: (256, 5)),
            atc("edge-average", "EDGE, average", down: (240, 400), up: (200, 440)),
            atc("edge-good", "EDGE, good", down: (250, 350), up: (200, 370)),
            atc("edge-lossy", "EDGE, lossy", down: (240, 400), up: (200, 440), loss: 0.01),
            atc("none", "no connectivity, as 1 kbit/s", down: (1, 0), up: (1, 0), unverified: "both delays"),
        ]
    )

    private static let atcLatency = "one way, set for each direction: taken as it is"

    /// Rates in kbit/s, one-way delays in milliseconds.
    private static func atc(
        _ name: String,
        _ title: String,
        down: (kbps: Int64, delayMs: Int64),
        up: (kbps: Int64, delayMs: Int64),
        loss: Double = 0,
        unverified: String? = nil
    ) -> LinkProfile {
        LinkProfile(
            name: "atc/\(name)",
            about: "Augmented Traffic Control: \(title)",
            (
                Side(bps: down.kbps * 1000, delay: down.delayMs * 1_000_000, loss: loss),
                Side(bps: up.kbps * 1000, delay: up.delayMs * 1_000_000, loss: loss)
            ),
            source: "ATC utils/profiles",
            latencyMeaning: atcLatency,
            unverified: unverified
        )
    }
}
