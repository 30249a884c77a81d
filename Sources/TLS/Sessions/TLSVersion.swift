/// The versions in use.
package enum TLSVersion: UInt16, Hashable, Sendable, Comparable, CaseIterable {
    case tls12 = 0x0303
    case tls13 = 0x0304

    package static func < (lhs: TLSVersion, rhs: TLSVersion) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

extension TLSVersion: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tls12: "TLS 1.2"
        case .tls13: "TLS 1.3"
        }
    }
}
