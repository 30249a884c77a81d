package import Wire

/// The names and addresses that a server's certificate is for.
package struct CertificateSubject: Hashable, Sendable {
    private static let longestName = 253
    private static let longestLabel = 63

    /// DNS names; the first label of each may be `*`.
    package var names: [String]
    package var addresses: [IPAddress]

    package init(names: [String], addresses: [IPAddress] = []) {
        self.names = names
        self.addresses = addresses
    }

    var commonName: String {
        names.first ?? addresses.first?.description ?? ""
    }

    /// True if a certificate can be issued to it.
    package var isValid: Bool { (try? alternativeNames()) != nil }

    /// OpenSSL's notation, from checked parts only: the notation has commas and sections of its own.
    func alternativeNames() throws(TLSError) -> String {
        guard !names.isEmpty || !addresses.isEmpty else { throw .noNames }
        for name in names where !Self.isName(name) { throw .invalidName(name) }
        return (names.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }).joined(separator: ",")
    }

    private static func isName(_ name: String) -> Bool {
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.utf8.count <= longestName else { return false }
        return labels.enumerated().allSatisfy { place, label in
            if place == 0, labels.count > 1, label.elementsEqual("*".utf8) { return true }
            return (1...longestLabel).contains(label.count) && label.allSatisfy(isLabelByte)
        }
    }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
