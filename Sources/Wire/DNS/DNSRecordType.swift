/// What a question asks for, and what a record is. Any number may stand on the wire; these are the ones with a meaning here.
package struct DNSRecordType: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// An IPv4 address.
    package static let a = DNSRecordType(rawValue: 1)
    /// An IPv6 address.
    package static let aaaa = DNSRecordType(rawValue: 28)
    /// What a resolver says of itself: no record of a name.
    package static let opt = DNSRecordType(rawValue: 41)
    /// In a question: whatever there is.
    package static let any = DNSRecordType(rawValue: 255)
}

extension DNSRecordType: CustomStringConvertible {
    package var description: String {
        switch self {
        case .a: "A"
        case .aaaa: "AAAA"
        case .opt: "OPT"
        case .any: "ANY"
        default: "TYPE\(rawValue)"
        }
    }
}
