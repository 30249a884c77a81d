/// A server's answer to a SOCKS client, with the codes of RFC 1928.
package enum SOCKSReply: UInt8, Hashable, Sendable {
    case granted = 0
    case failed = 1
    case notAllowed = 2
    case networkUnreachable = 3
    case hostUnreachable = 4
    case refused = 5
    case expired = 6
    case unknownCommand = 7
    case unknownAddressType = 8

    /// The reply's bytes. They state no address of the connection to the server: clients have no use for it.
    package func bytes(_ version: SOCKSVersion) -> [UInt8] {
        switch version {
        case .v5: [5, rawValue, 0, 1, 0, 0, 0, 0, 0, 0]
        // SOCKS4 has one code for all failures that its servers still tell.
        case .v4, .v4a: [0, self == .granted ? 90 : 91, 0, 0, 0, 0, 0, 0]
        }
    }
}
