import HTTP2

/// One side cancelled a stream of HTTP/2 (RST_STREAM) or HTTP/3 (RESET_STREAM, STOP_SENDING).
package struct CaptureReset: Hashable, Sendable {
    package var isFromClient: Bool
    package var code: UInt64
    /// The two protocols number their reasons differently.
    package var isHTTP3: Bool
    /// Nanoseconds since 1970.
    package var stamp: Int64

    package init(isFromClient: Bool, code: UInt64, isHTTP3: Bool = false, stamp: Int64) {
        self.isFromClient = isFromClient
        self.code = code
        self.isHTTP3 = isHTTP3
        self.stamp = stamp
    }

    /// The code as RFC 9113 or RFC 9114 names it.
    package var name: String {
        isHTTP3
            ? HTTP3ErrorCode.name(code)
            : HTTP2ErrorCode(rawValue: UInt32(truncatingIfNeeded: code)).description
    }
}
