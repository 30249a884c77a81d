/// Facebook's Augmented Traffic Control.
enum AugmentedTrafficControlPresets {
    static let family = ProfileFamily(
        name: "atc",
        title: "Augmented Traffic Control",
        latencyMeaning: latency,
        profiles: [
            preset("2g-rural", "2G, developing rural", down: (20, 650), up: (18, 650), loss: 0.02),
            preset("2g-urban", "2G, developing urban", down: (35, 650), up: (32, 650)),
            preset("3g-average", "3G, average", down: (780, 100), up: (330, 100)),
            preset("3g-good", "3G, good", down: (850, 90), up: (420, 100)),
            preset("cable", "Cable", down: (6000, 2), up: (1000, 2)),
            preset("dsl", "DSL", down: (2000, 5), up: (256, 5)),
            preset("edge-average", "EDGE, average", down: (240, 400), up: (200, 440)),
            preset("edge-good", "EDGE, good", down: (250, 350), up: (200, 370)),
            preset("edge-lossy", "EDGE, lossy", down: (240, 400), up: (200, 440), loss: 0.01),
            preset(
                "none",
                "no connectivity, as 1 kbit/s",
                down: (1, 0),
                up: (1, 0),
                unverified: "both delays"
            ),
        ]
    )

    private static let latency = "one way, set for each direction: taken as it is"

    /// Rates in kbit/s, one-way delays in milliseconds.
    private static func preset(
        _ name: String,
        _ title: String,
        down: LinkParameters.StatedDirection,
        up: LinkParameters.StatedDirection,
        loss: Double = 0,
        unverified: String? = nil
    ) -> LinkProfile {
        LinkProfile(
            name: "atc/\(name)",
            about: "Augmented Traffic Control: \(title)",
            link: LinkParameters(down: down, up: up, loss: loss),
            source: "ATC utils/profiles",
            latencyMeaning: latency,
            unverified: unverified
        )
    }
}
