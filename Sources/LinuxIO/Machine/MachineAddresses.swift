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
}
