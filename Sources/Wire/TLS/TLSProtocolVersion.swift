/// A version of TLS, by its number on the wire.
package struct TLSProtocolVersion: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt16

    @inlinable
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let ssl30 = TLSProtocolVersion(rawValue: 0x0300)
    package static let tls10 = TLSProtocolVersion(rawValue: 0x0301)
    package static let tls11 = TLSProtocolVersion(rawValue: 0x0302)
    package static let tls12 = TLSProtocolVersion(rawValue: 0x0303)
    package static let tls13 = TLSProtocolVersion(rawValue: 0x0304)
}

extension TLSProtocolVersion: CustomStringConvertible {
    package var description: String {
        switch rawValue {
        case 0x0002: "SSL 2.0"
        case 0x0300: "SSL 3.0"
        case 0x0301...0x0304: "TLS 1.\(rawValue & 0xFF - 1)"
        case 0x7F00...0x7FFF: "TLS 1.3 draft \(rawValue & 0xFF)"
        default: "version \(TLSNumber.text(rawValue))"
        }
    }
}
