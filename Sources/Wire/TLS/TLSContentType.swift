/// Content type of a TLS record.
package struct TLSContentType: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let changeCipherSpec = TLSContentType(rawValue: 20)
    package static let alert = TLSContentType(rawValue: 21)
    package static let handshake = TLSContentType(rawValue: 22)
    package static let applicationData = TLSContentType(rawValue: 23)
    package static let heartbeat = TLSContentType(rawValue: 24)
}
