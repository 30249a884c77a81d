/// The presets of Firefox's developer tools.
enum FirefoxPresets {
    static let family = ProfileFamily(
        name: "firefox",
        title: "Firefox DevTools",
        latencyMeaning: latency,
        profiles: [
            preset("gprs", "GPRS", 50, 20, latencyMs: 500),
            preset("regular-2g", "Regular 2G", 250, 50, latencyMs: 300),
            preset("good-2g", "Good 2G", 450, 150, latencyMs: 150),
            preset("regular-3g", "Regular 3G", 750, 250, latencyMs: 100),
            preset("good-3g", "Good 3G", 1500, 750, latencyMs: 40),
            preset("regular-4g", "Regular 4G / LTE", 4000, 3000, latencyMs: 20),
            preset("dsl", "DSL", 2000, 1000, latencyMs: 5),
            preset("wifi", "Wi-Fi", 30_000, 15_000, latencyMs: 2),
            LinkProfile(
                name: "firefox/offline",
                about: "Firefox DevTools: Offline",
                link: .offline,
                source: source,
                latencyMeaning: latency
            ),
        ]
    )

    private static let latency =
        "no property of a line: the least time from a request to its response's headers, whatever the connection has "
        + "done before; half of it each way"

    private static let source = "Firefox devtools/docs/user/network_monitor/throttling"

    /// Rates in kbit/s.
    private static func preset(
        _ name: String,
        _ title: String,
        _ down: Int64,
        _ up: Int64,
        latencyMs: Int64
    ) -> LinkProfile {
        LinkProfile(
            name: "firefox/\(name)",
            about: "Firefox DevTools: \(title)",
            link: LinkParameters(downKbps: down, upKbps: up, roundTripUs: latencyMs * 1000),
            source: source,
            latencyMeaning: latency
        )
    }
}
