extension String {
    /// Path and query of an absolute URL, as a request names them.
    var requestTarget: String {
        let parts = split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count > 3 ? "/" + parts[3] : "/"
    }
}
