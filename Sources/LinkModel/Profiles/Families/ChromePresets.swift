/// The presets of Chrome's developer tools, with the factors that the tools apply to the round figures.
enum ChromePresets {
    static let family = ProfileFamily(
        name: "chrome",
        title: "Chrome DevTools",
        latencyMeaning: latency,
        profiles: [
            LinkProfile(
                name: "chrome/offline",
                about: "Chrome DevTools: Offline",
                link: .offline,
                source: source,
                latencyMeaning: latency
            ),
            // 500 kbit/s times 0.8, 400 ms times 5.
            preset("slow-3g", "Slow 3G", 400, 400, latencyUs: 2_000_000),
            // 1.6 Mbit/s and 750 kbit/s times 0.9, 150 ms times 3.75.
            preset("fast-3g", "Fast 3G, renamed Slow 4G", 1440, 675, latencyUs: 562_500),
            preset("slow-4g", "Slow 4G, once Fast 3G", 1440, 675, latencyUs: 562_500),
            // 9 Mbit/s and 1.5 Mbit/s times 0.9, 60 ms times 2.75.
            preset("fast-4g", "Fast 4G", 8100, 1350, latencyUs: 165_000),
        ]
    )

    private static let latency =
        "no property of a line: the least time from a request to its response's headers, whatever the connection has "
        + "done before; half of it each way"

    private static let source = "Chrome DevTools and puppeteer, as in force (factors applied)"

    /// Rates in kbit/s.
    private static func preset(
        _ name: String,
        _ title: String,
        _ down: Int64,
        _ up: Int64,
        latencyUs: Int64
    ) -> LinkProfile {
        LinkProfile(
            name: "chrome/\(name)",
            about: "Chrome DevTools: \(title)",
            link: LinkParameters(downKbps: down, upKbps: up, roundTripUs: latencyUs),
            source: source,
            latencyMeaning: latency
        )
    }
}
