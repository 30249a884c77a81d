package import Wire

/// Goodput of a body.
package enum Speed {
    /// Body bits over the time from the response's first byte to its last; nil if either is zero.
    package static func bps(bodyBytes: Int, over span: Nanoseconds) -> Int64? {
        guard span > 0, bodyBytes > 0 else { return nil }
        return Int64(exactly: (8e9 * Double(bodyBytes) / Double(span)).rounded())
    }
}
