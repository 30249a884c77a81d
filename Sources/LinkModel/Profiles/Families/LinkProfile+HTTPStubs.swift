extension LinkProfile {
    /// The download speeds of OHHTTPStubs.
    static let httpStubs = ProfileFamily(
        name: "ohhttpstubs",
        title: "OHHTTPStubs",
        latencyMeaning: httpStubsLatency,
        profiles: [
            httpStubs("gprs", "GPRS", 56),
            httpStubs("edge", "EDGE", 128),
            httpStubs("3g", "3G", 3200),
            httpStubs("3g-plus", "3G+", 7200),
            httpStubs("wifi", "Wi-Fi", 12_000),
        ]
    )

    private static let httpStubsLatency = "it states none: a stub answers at a speed, no line is made"

    /// The rate of downloads in kbit/s.
    private static func httpStubs(_ name: String, _ title: String, _ kbps: Int64) -> LinkProfile {
        LinkProfile(
            name: "ohhttpstubs/\(name)",
            about: "OHHTTPStubs: \(title)",
            (Side(bps: kbps * 1000, delay: 0), Side(bps: nil, delay: 0)),
            source: "OHHTTPStubsDownloadSpeed, as published copies have it",
            latencyMeaning: httpStubsLatency,
            missing: "uploads and delays: OHHTTPStubs has neither"
        )
    }
}
