/// A key exchange group, by its registered number.
package struct TLSNamedGroup: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt16

    @inlinable
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
}

extension TLSNamedGroup: CustomStringConvertible {
    package var description: String {
        if TLSNumber.isGrease(rawValue) { return "GREASE" }
        return Self.names[rawValue] ?? TLSNumber.text(rawValue)
    }

    private static let names: [UInt16: String] = [
        22: "secp256k1", 23: "secp256r1", 24: "secp384r1", 25: "secp521r1", 29: "x25519", 30: "x448",
        256: "ffdhe2048", 257: "ffdhe3072", 258: "ffdhe4096", 259: "ffdhe6144", 260: "ffdhe8192",
        0x11EB: "SecP256r1MLKEM768", 0x11EC: "X25519MLKEM768", 0x11ED: "SecP384r1MLKEM1024",
        0x6399: "X25519Kyber768Draft00",
    ]
}
