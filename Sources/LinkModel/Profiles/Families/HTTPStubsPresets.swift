/// The download speeds of OHHTTPStubs.
enum HTTPStubsPresets {
    static let family = ProfileFamily(
        name: "ohhttpstubs",
        title: "OHHTTPStubs",
        latencyMeaning: latency,
        profiles: [
            preset("gprs", "GPRS", 56),
            preset("edge", "EDGE", 128),
            preset("3g", "3G", 3200),
            preset("3g-plus", "3G+", 7200),
            preset("wifi", "Wi-Fi", 12_000),
        ]
    )

    private static let latency = "not stated: a stub answers at a given speed, without a line"

    /// The rate of downloads in kbit/s.
    private static func preset(_ name: String, _ title: String, _ kbps: Int64) -> LinkProfile {
        LinkProfile(
            name: "ohhttpstubs/\(name)",
            about: "OHHTTPStubs: \(title)",
            link: LinkParameters(downKbps: kbps, upKbps: nil, roundTripUs: 0),
            source: "OHHTTPStubsDownloadSpeed, as published copies have it",
            latencyMeaning: latency,
            missing: "uploads and delays: OHHTTPStubs has neither"
        )
    }
}
