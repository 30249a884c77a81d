/// How an answer turned out: four bits of the header.
package struct DNSResponseCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    /// The lower four bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue & 0x0F
    }

    package static let noError = DNSResponseCode(rawValue: 0)
    /// The query could not be understood.
    package static let formatError = DNSResponseCode(rawValue: 1)
    /// There is no such name: NXDOMAIN.
    package static let noSuchName = DNSResponseCode(rawValue: 3)
    /// A kind of query that the server does not know.
    package static let notImplemented = DNSResponseCode(rawValue: 4)
    package static let refused = DNSResponseCode(rawValue: 5)
}
