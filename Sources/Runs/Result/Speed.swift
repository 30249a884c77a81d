package import Wire

/// How fast a body came.
package enum Speed {
    /// Body bits over the time from the response's first byte to its last; nil where nothing was to be timed.
    package static func bps(bodyBytes: Int, over span: Nanoseconds) -> Int64? {
        guard span > 0, bodyBytes > 0 else { return nil }
        return Int64(exactly: (8e9 * Double(bodyBytes) / Double(span)).rounded())
    }
}
