internal import CNghttp2

/// Reason for the end of a stream or a connection, numbered by RFC 9113.
package struct HTTP2ErrorCode: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let noError = HTTP2ErrorCode(rawValue: 0x0)
    package static let protocolError = HTTP2ErrorCode(rawValue: 0x1)
    package static let internalError = HTTP2ErrorCode(rawValue: 0x2)
    package static let flowControlError = HTTP2ErrorCode(rawValue: 0x3)
    package static let streamClosed = HTTP2ErrorCode(rawValue: 0x5)
    package static let refusedStream = HTTP2ErrorCode(rawValue: 0x7)
    package static let cancel = HTTP2ErrorCode(rawValue: 0x8)
    package static let compressionError = HTTP2ErrorCode(rawValue: 0x9)
    package static let enhanceYourCalm = HTTP2ErrorCode(rawValue: 0xB)
}

extension HTTP2ErrorCode: CustomStringConvertible {
    /// The name in RFC 9113, or else the number.
    package var description: String {
        let name = String(cString: nghttp2_http2_strerror(rawValue))
        return name == "unknown" ? "0x" + String(rawValue, radix: 16) : name
    }
}
