/// A cipher suite, by its registered number.
package struct TLSCipherSuite: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt16

    @inlinable
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let aes128GCM = TLSCipherSuite(rawValue: 0x1301)
    package static let aes256GCM = TLSCipherSuite(rawValue: 0x1302)
    package static let chacha20Poly1305 = TLSCipherSuite(rawValue: 0x1303)
}

extension TLSCipherSuite: CustomStringConvertible {
    /// The registered name, such as `TLS_AES_128_GCM_SHA256`.
    package var description: String {
        if TLSNumber.isGrease(rawValue) { return "GREASE" }
        return Self.names[rawValue] ?? TLSNumber.text(rawValue)
    }

    private static let names: [UInt16: String] = {
        var names: [UInt16: String] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = UInt16(words[0], radix: 16) else { continue }
            names[number] = "TLS_" + words[1]
        }
        return names
    }()
}
