internal import CNghttp2

/// Why a stream or a connection ends, as RFC 9113 numbers it.
package struct HTTP2ErrorCode: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let noError = HTTP2ErrorCode(rawValue: 0x0)
    package static let protocolError = HTTP2ErrorCode(rawValue: 0x1)
    package static let internalError = HTTP2ErrorCode(rawValue: 0x2)
    package static let flowControlError = HTTP2ErrorCode(rawValue: 0x3)
    package static let refusedStream = HTTP2ErrorCode(rawValue: 0x7)
    package static let cancel = HTTP2ErrorCode(rawValue: 0x8)
    package static let compressionError = HTTP2ErrorCode(rawValue: 0x9)
    package static let enhanceYourCalm = HTTP2ErrorCode(rawValue: 0xB)
}

extension HTTP2ErrorCode: CustomStringConvertible {
    /// As RFC 9113 names it, or the number where it does not.
    package var description: String {
        let name = String(cString: nghttp2_http2_strerror(rawValue))
        return name == "unknown" ? "0x" + String(rawValue, radix: 16) : name
    }
}
