internal import CQUIC
import Glibc
package import Wire

/// One end of a path: an address and a UDP port.
package struct QUICAddress: Hashable, Sendable {
    package var host: IPAddress
    package var port: UInt16

    package init(_ host: IPAddress, port: UInt16) {
        (self.host, self.port) = (host, port)
    }

    /// What an IP header leaves of a packet of the usual 1500 bytes.
    var largestDatagram: Int {
        if case .v4 = host { 1472 } else { 1452 }
    }

    /// The same as the system writes it.
    var raw: sockaddr_storage {
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { bytes in
            switch host {
            case .v4(let address):
                var raw = sockaddr_in()
                raw.sin_family = sa_family_t(AF_INET)
                raw.sin_port = port.bigEndian
                raw.sin_addr.s_addr = address.bigEndian
                withUnsafeBytes(of: raw) { bytes.copyMemory(from: $0) }
            case .v6(let high, let low):
                var raw = sockaddr_in6()
                raw.sin6_family = sa_family_t(AF_INET6)
                raw.sin6_port = port.bigEndian
                withUnsafeMutableBytes(of: &raw.sin6_addr) { address in
                    address.storeBytes(of: high.bigEndian, as: UInt64.self)
                    address.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
                }
                withUnsafeBytes(of: raw) { bytes.copyMemory(from: $0) }
            }
        }
        return storage
    }

    var rawLength: UInt32 {
        if case .v4 = host {
            UInt32(MemoryLayout<sockaddr_in>.size)
        } else {
            UInt32(MemoryLayout<sockaddr_in6>.size)
        }
    }

    /// nil if it is neither IPv4 nor IPv6.
    init?(_ raw: UnsafePointer<sockaddr>?) {
        guard let raw = UnsafeRawPointer(raw) else { return nil }
        switch Int32(raw.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET:
            let address = raw.loadUnaligned(as: sockaddr_in.self)
            self.init(
                .v4(UInt32(bigEndian: address.sin_addr.s_addr)),
                port: UInt16(bigEndian: address.sin_port)
            )
        case AF_INET6:
            let address = raw.loadUnaligned(as: sockaddr_in6.self)
            let (high, low) = withUnsafeBytes(of: address.sin6_addr) {
                ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            self.init(
                .v6(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low)),
                port: UInt16(bigEndian: address.sin6_port)
            )
        default: return nil
        }
    }
}
