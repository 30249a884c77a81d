import HTTP

extension ResponseBehaviour {
    private static let fieldsOfFreshness = ["cache-control", "expires", "last-modified"]

    /// True where something is said by which a cache may tell how long the response is fresh.
    package var saysFreshness: Bool {
        cacheControl.value != nil || expires.value != nil || lastModified.value != nil
            || headers.contains { Self.fieldsOfFreshness.contains($0.name.lowercased()) }
    }
}
