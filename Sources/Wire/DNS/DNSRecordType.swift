/// Type of a question or record. The wire may carry any number; these are the ones used here.
package struct DNSRecordType: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// An IPv4 address.
    package static let a = DNSRecordType(rawValue: 1)
    /// An IPv6 address.
    package static let aaaa = DNSRecordType(rawValue: 28)
    /// Options of a resolver (EDNS); not a record of a name.
    package static let opt = DNSRecordType(rawValue: 41)
    /// In a question: all types.
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
