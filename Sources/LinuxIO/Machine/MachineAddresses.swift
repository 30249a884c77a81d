internal import CLinux
import Glibc
package import Wire

/// Where this machine, or the network namespace of the calling thread, can be reached.
package enum MachineAddresses {
    /// The addresses of interfaces that are up, those of loopbacks last. Those of IPv6 that belong to one link are left out:
    /// they lead nowhere without its name.
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
