/// The dialect that a SOCKS client speaks.
package enum SOCKSVersion: String, Hashable, Sendable, CustomStringConvertible {
    /// Addresses of IPv4 only.
    case v4 = "SOCKS4"
    /// SOCKS4 with a host name in place of the address.
    case v4a = "SOCKS4a"
    /// RFC 1928.
    case v5 = "SOCKS5"

    /// The first byte of a client's connection: no HTTP message begins so.
    package static func isFirstByte(_ byte: UInt8) -> Bool { byte == 4 || byte == 5 }

    package var description: String { rawValue }
}
