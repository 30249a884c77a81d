/// Outcome of an answer: four bits of the header.
package struct DNSResponseCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    /// Takes the lower four bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue & 0x0F
    }

    package static let noError = DNSResponseCode(rawValue: 0)
    /// The query was malformed.
    package static let formatError = DNSResponseCode(rawValue: 1)
    /// The name does not exist: NXDOMAIN.
    package static let noSuchName = DNSResponseCode(rawValue: 3)
    /// The server does not support this kind of query.
    package static let notImplemented = DNSResponseCode(rawValue: 4)
    package static let refused = DNSResponseCode(rawValue: 5)
}
