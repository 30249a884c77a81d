extension String {
    /// Path and query of an absolute URL, as a request names them.
    var requestTarget: String {
        let parts = partsOfURL
        return parts.count > 3 ? "/" + parts[3] : "/"
    }

    /// Host and port of an absolute URL; nil if it is none.
    var requestHost: String? {
        let parts = partsOfURL
        return parts.count > 2 ? String(parts[2]) : nil
    }

    private var partsOfURL: [Substring] {
        split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    }
}
