/// A version of QUIC, by its number on the wire.
package struct QUICVersion: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// RFC 9000.
    package static let one = QUICVersion(rawValue: 1)
    /// RFC 9369.
    package static let two = QUICVersion(rawValue: 0x6B33_43CF)
    /// The last draft in wide use.
    package static let draft29 = QUICVersion(rawValue: 0xFF00_001D)
    /// Version negotiation: the server lists the versions that it supports.
    package static let negotiation = QUICVersion(rawValue: 0)

    /// True if its packets can be read.
    package var isKnown: Bool { self == .one || self == .two || self == .draft29 }
}

extension QUICVersion: CustomStringConvertible {
    package var description: String {
        switch self {
        case .one: "1"
        case .two: "2"
        case .draft29: "draft-29"
        default: "0x" + String(rawValue, radix: 16)
        }
    }
}
