import HTTP

extension ResponseBehaviour {
    private static let fieldsOfFreshness = ["cache-control", "expires", "last-modified"]

    /// True if the response states anything from which a cache can compute its freshness.
    package var saysFreshness: Bool {
        cacheControl.value != nil || expires.value != nil || lastModified.value != nil
            || headers.contains { Self.fieldsOfFreshness.contains($0.name.lowercased()) }
    }
}
