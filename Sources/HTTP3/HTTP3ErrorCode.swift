package import HTTP2

/// Reason for the end of a stream or a connection, numbered by RFC 9114.
package struct HTTP3ErrorCode: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static let noError = HTTP3ErrorCode(rawValue: 0x100)
    package static let protocolError = HTTP3ErrorCode(rawValue: 0x101)
    package static let internalError = HTTP3ErrorCode(rawValue: 0x102)
    package static let excessiveLoad = HTTP3ErrorCode(rawValue: 0x107)
    package static let requestRejected = HTTP3ErrorCode(rawValue: 0x10B)
    package static let requestCancelled = HTTP3ErrorCode(rawValue: 0x10C)

    /// HTTP/3's number for the same reason.
    package init(_ code: HTTP2ErrorCode) {
        switch code {
        case .noError: self = .noError
        case .internalError: self = .internalError
        case .refusedStream: self = .requestRejected
        case .cancel: self = .requestCancelled
        case .enhanceYourCalm: self = .excessiveLoad
        default: self = .protocolError
        }
    }
}

extension HTTP3ErrorCode: CustomStringConvertible {
    /// The name in RFC 9114, or else the number.
    package var description: String {
        switch rawValue {
        case 0x100: "H3_NO_ERROR"
        case 0x101: "H3_GENERAL_PROTOCOL_ERROR"
        case 0x102: "H3_INTERNAL_ERROR"
        case 0x103: "H3_STREAM_CREATION_ERROR"
        case 0x104: "H3_CLOSED_CRITICAL_STREAM"
        case 0x105: "H3_FRAME_UNEXPECTED"
        case 0x106: "H3_FRAME_ERROR"
        case 0x107: "H3_EXCESSIVE_LOAD"
        case 0x108: "H3_ID_ERROR"
        case 0x109: "H3_SETTINGS_ERROR"
        case 0x10A: "H3_MISSING_SETTINGS"
        case 0x10B: "H3_REQUEST_REJECTED"
        case 0x10C: "H3_REQUEST_CANCELLED"
        case 0x10D: "H3_REQUEST_INCOMPLETE"
        case 0x10E: "H3_MESSAGE_ERROR"
        case 0x10F: "H3_CONNECT_ERROR"
        case 0x110: "H3_VERSION_FALLBACK"
        default: "0x" + String(rawValue, radix: 16)
        }
    }
}
