internal import CLinux
import Glibc
package import Wire

/// Addresses of this machine, or of the calling thread's network namespace.
package enum MachineAddresses {
    /// The addresses of active interfaces, loopback ones last. Leaves out link-local IPv6 addresses, which
    /// need the link's name.
    package static func all() -> [IPAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [(address: IPAddress, isLoopback: Bool)] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_UP) != 0, let raw = entry.ifa_addr,
                let address = SocketAddress(raw)?.host, address.isV4 || !address.isLinkLocal
            else { continue }
            found.append((address, entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0))
        }
        return found.filter { !$0.isLoopback }.map(\.address) + found.filter(\.isLoopback).map(\.address)
    }

    /// Of RFC 5737's networks, which nobody has.
    private static let farAway = SocketAddress(host: .v4(0xC633_6401), port: 9)

    /// The IPv4 address from which this machine, or the calling thread's network namespace, sends to the internet; nil if it
    /// knows no way there. Nothing is sent.
    package static func towardsInternet() -> IPAddress? {
        do throws(SystemCallError) {
            let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
            let socket = OwnedDescriptor(
                owning: try systemCall("socket") { Glibc.socket(AF_INET, kind, 0) }
            )
            let raw = socket.raw
            try systemCall("connect", on: "\(farAway)") { farAway.withRaw { connect(raw, $0, $1) } }
            let own = try SocketAddress.filled { (pointer, length) throws(SystemCallError) in
                try systemCall("getsockname") { getsockname(raw, pointer, length) }
            }
            return own.address.host
        } catch {
            return nil
        }
    }
}
