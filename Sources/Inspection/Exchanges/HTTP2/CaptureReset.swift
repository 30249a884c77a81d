import HTTP2

/// One side cancelled an HTTP/2 stream: RST_STREAM.
package struct CaptureReset: Hashable, Sendable {
    package var isFromClient: Bool
    package var code: UInt32
    /// Nanoseconds since 1970.
    package var stamp: Int64

    package init(isFromClient: Bool, code: UInt32, stamp: Int64) {
        self.isFromClient = isFromClient
        self.code = code
        self.stamp = stamp
    }

    /// The code as RFC 9113 names it.
    package var name: String { HTTP2ErrorCode(rawValue: code).description }
}
