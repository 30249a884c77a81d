internal import CLinux
import Glibc

/// Where this machine, or the network namespace of the calling thread, can be reached.
package enum MachineAddresses {
    /// The IPv4 addresses of interfaces that are up, in host order, those of loopbacks last.
    package static func all() -> [UInt32] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [(address: UInt32, isLoopback: Bool)] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_UP) != 0, let address = entry.ifa_addr,
                address.pointee.sa_family == sa_family_t(AF_INET)
            else { continue }
            let raw = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee }
            found.append((SocketAddress(raw).address, entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0))
        }
        return found.filter { !$0.isLoopback }.map(\.address) + found.filter(\.isLoopback).map(\.address)
    }
}
