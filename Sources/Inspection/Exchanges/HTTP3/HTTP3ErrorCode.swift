/// Why a stream or a connection of HTTP/3 ends (RFC 9114, 8.1; RFC 9204, 6).
package enum HTTP3ErrorCode {
    private static let names: [UInt64: String] = [
        0x100: "NO_ERROR", 0x101: "GENERAL_PROTOCOL_ERROR", 0x102: "INTERNAL_ERROR",
        0x103: "STREAM_CREATION_ERROR", 0x104: "CLOSED_CRITICAL_STREAM", 0x105: "FRAME_UNEXPECTED",
        0x106: "FRAME_ERROR", 0x107: "EXCESSIVE_LOAD", 0x108: "ID_ERROR", 0x109: "SETTINGS_ERROR",
        0x10A: "MISSING_SETTINGS", 0x10B: "REQUEST_REJECTED", 0x10C: "REQUEST_CANCELLED",
        0x10D: "REQUEST_INCOMPLETE", 0x10E: "MESSAGE_ERROR", 0x10F: "CONNECT_ERROR",
        0x110: "VERSION_FALLBACK",
        0x200: "QPACK_DECOMPRESSION_FAILED", 0x201: "QPACK_ENCODER_STREAM_ERROR",
        0x202: "QPACK_DECODER_STREAM_ERROR",
    ]

    /// The registered name, or else the number.
    package static func name(_ code: UInt64) -> String { names[code] ?? "0x" + String(code, radix: 16) }
}
