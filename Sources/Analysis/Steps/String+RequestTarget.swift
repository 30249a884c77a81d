extension String {
    /// Of an absolute URL: its path and query, as a request names them.
    var requestTarget: String {
        let parts = split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count > 3 ? "/" + parts[3] : "/"
    }
}
