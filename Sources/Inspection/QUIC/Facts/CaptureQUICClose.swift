/// Why an end closed a QUIC connection (CONNECTION_CLOSE).
package struct CaptureQUICClose: Hashable, Sendable {
    /// Longest reason that is kept, in bytes.
    static let longestReason = 256
    /// Codes above these are alerts of TLS (RFC 9001, 4.8).
    private static let firstAlert: UInt64 = 0x100
    private static let names: [UInt64: String] = [
        0x00: "NO_ERROR", 0x01: "INTERNAL_ERROR", 0x02: "CONNECTION_REFUSED", 0x03: "FLOW_CONTROL_ERROR",
        0x04: "STREAM_LIMIT_ERROR", 0x05: "STREAM_STATE_ERROR", 0x06: "FINAL_SIZE_ERROR",
        0x07: "FRAME_ENCODING_ERROR", 0x08: "TRANSPORT_PARAMETER_ERROR", 0x09: "CONNECTION_ID_LIMIT_ERROR",
        0x0A: "PROTOCOL_VIOLATION", 0x0B: "INVALID_TOKEN", 0x0C: "APPLICATION_ERROR",
        0x0D: "CRYPTO_BUFFER_EXCEEDED", 0x0E: "KEY_UPDATE_ERROR", 0x0F: "AEAD_LIMIT_REACHED",
        0x10: "NO_VIABLE_PATH", 0x11: "VERSION_NEGOTIATION_ERROR",
    ]
    private static let namesHTTP3: [UInt64: String] = [
        0x100: "H3_NO_ERROR", 0x101: "H3_GENERAL_PROTOCOL_ERROR", 0x102: "H3_INTERNAL_ERROR",
        0x103: "H3_STREAM_CREATION_ERROR", 0x104: "H3_CLOSED_CRITICAL_STREAM", 0x105: "H3_FRAME_UNEXPECTED",
        0x106: "H3_FRAME_ERROR", 0x107: "H3_EXCESSIVE_LOAD", 0x108: "H3_ID_ERROR", 0x109: "H3_SETTINGS_ERROR",
        0x10A: "H3_MISSING_SETTINGS", 0x10B: "H3_REQUEST_REJECTED", 0x10C: "H3_REQUEST_CANCELLED",
        0x10D: "H3_REQUEST_INCOMPLETE", 0x10E: "H3_MESSAGE_ERROR", 0x10F: "H3_CONNECT_ERROR",
        0x110: "H3_VERSION_FALLBACK", 0x200: "QPACK_DECOMPRESSION_FAILED",
        0x201: "QPACK_ENCODER_STREAM_ERROR", 0x202: "QPACK_DECODER_STREAM_ERROR",
    ]

    package var isFromClient: Bool
    package var code: UInt64
    /// True if the application closed it, with a code of its own.
    package var isByApplication: Bool
    /// The type of the frame that was at fault, if the end said so.
    package var frameType: UInt64?
    package var reason: String
    package var stamp: Int64
    package var packet: Int

    package init(
        isFromClient: Bool,
        code: UInt64,
        isByApplication: Bool,
        frameType: UInt64?,
        reason: String,
        stamp: Int64,
        packet: Int
    ) {
        self.isFromClient = isFromClient
        self.code = code
        self.isByApplication = isByApplication
        self.frameType = frameType
        self.reason = reason
        self.stamp = stamp
        self.packet = packet
    }

    /// The code's name, or its number; an application's codes are taken for HTTP/3's.
    package var name: String {
        if isByApplication, let name = Self.namesHTTP3[code] { return name }
        if !isByApplication {
            if let name = Self.names[code] { return name }
            if code >> 8 == Self.firstAlert >> 8 { return "CRYPTO_ERROR, TLS alert \(code & 0xFF)" }
        }
        return "0x" + String(code, radix: 16)
    }
}
