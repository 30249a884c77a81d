/// A message about the end of a session, or why there is none.
package struct TLSAlert: Hashable, Sendable {
    package var isFatal: Bool
    package var number: UInt8

    package init(isFatal: Bool, number: UInt8) {
        self.isFatal = isFatal
        self.number = number
    }

    /// nil if there are too few bytes, or they are not an unencrypted alert.
    package init?(_ bytes: RawSpan) {
        guard bytes.byteCount == 2, let level = bytes.byte(at: 0), let number = bytes.byte(at: 1),
            level == 1 || level == 2
        else { return nil }
        isFatal = level == 2
        self.number = number
    }

    /// True if the sender did not accept the certificate: it is damaged, over, or nobody's that it trusts.
    package var refusesCertificate: Bool { 42...46 ~= number || number == 48 }
}

extension TLSAlert: CustomStringConvertible {
    /// The standard's name, such as `handshake failure`.
    package var description: String { Self.names[number] ?? "alert \(number)" }

    private static let names: [UInt8: String] = [
        0: "close notify", 10: "unexpected message", 20: "bad record MAC", 21: "decryption failed",
        22: "record overflow", 30: "decompression failure", 40: "handshake failure", 41: "no certificate",
        42: "bad certificate", 43: "unsupported certificate", 44: "certificate revoked",
        45: "certificate expired",
        46: "certificate unknown", 47: "illegal parameter", 48: "unknown CA", 49: "access denied",
        50: "decode error", 51: "decrypt error", 60: "export restriction", 70: "protocol version",
        71: "insufficient security", 80: "internal error", 86: "inappropriate fallback", 90: "user canceled",
        100: "no renegotiation", 109: "missing extension", 110: "unsupported extension",
        111: "certificate unobtainable", 112: "unrecognized name", 113: "bad certificate status response",
        114: "bad certificate hash value", 115: "unknown PSK identity", 116: "certificate required",
        120: "no application protocol", 121: "ECH required",
    ]
}
