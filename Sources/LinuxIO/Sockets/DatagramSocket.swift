internal import CLinux
import Glibc
import Wire

/// A non-blocking UDP socket bound to an address. It belongs to the network namespace of the thread that made it.
package struct DatagramSocket: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    /// The actual address: the kernel chooses the port if 0 was requested.
    package let address: SocketAddress

    /// One that is bound to IPv6 takes no IPv4. `buffer` is how much may wait to be received, in bytes, as far as the machine
    /// allows; nil leaves the machine's choice. With `isWhole` no datagram is cut into fragments: one that is larger than the
    /// interface carries is refused, and one that is larger than the rest of the path carries is lost.
    package init(
        _ wanted: SocketAddress,
        buffer: Int32? = nil,
        isWhole: Bool = false
    ) throws(SystemCallError) {
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = OwnedDescriptor(
            owning: try systemCall("socket") { Glibc.socket(wanted.family, kind, 0) }
        )
        let raw = socket.raw
        if !wanted.host.isV4 {
            try SocketOption.set("IPV6_V6ONLY", of: raw, Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: 1)
        }
        if let buffer { try SocketOption.set("SO_RCVBUF", of: raw, SOL_SOCKET, SO_RCVBUF, to: buffer) }
        if isWhole { try Self.forbidFragments(raw, isV4: wanted.host.isV4) }
        try systemCall("bind", on: "\(wanted)") { wanted.withRaw { bind(raw, $0, $1) } }
        address = try SocketAddress.filled { (pointer, length) throws(SystemCallError) in
            try systemCall("getsockname") { getsockname(raw, pointer, length) }
        }.address
        descriptor = socket
    }

    private static func forbidFragments(_ raw: Int32, isV4: Bool) throws(SystemCallError) {
        if isV4 {
            let (level, option) = (Int32(IPPROTO_IP), IP_MTU_DISCOVER)
            try SocketOption.set("IP_MTU_DISCOVER", of: raw, level, option, to: IP_PMTUDISC_PROBE)
        } else {
            let (level, option) = (Int32(IPPROTO_IPV6), IPV6_MTU_DISCOVER)
            try SocketOption.set("IPV6_MTU_DISCOVER", of: raw, level, option, to: IPV6_PMTUDISC_PROBE)
        }
    }

    /// For a poller. Borrowed.
    package var raw: Int32 { descriptor.raw }

    /// The next datagram, cut to `count` bytes, and its sender; nil if there is none.
    package func receive(atMost count: Int) throws(SystemCallError) -> (bytes: [UInt8], peer: SocketAddress)?
    {
        var bytes = [UInt8](repeating: 0, count: count)
        guard let (received, _, peer) = try receive(into: &bytes) else { return nil }
        bytes.removeLast(count - received)
        return (bytes, peer)
    }

    /// Puts what comes next into `buffer`, cut to its length: a datagram, or several of one sender if the socket merges.
    /// Returns the bytes taken, how many of them each datagram has (the last may have fewer), and the sender; nil if there is
    /// nothing.
    package func receive(
        into buffer: inout [UInt8]
    ) throws(SystemCallError) -> (count: Int, each: Int, peer: SocketAddress)? {
        let (raw, most) = (raw, buffer.count)
        var segment: Int32 = 0
        do throws(SystemCallError) {
            let (received, peer) = try SocketAddress.filled { (pointer, length) throws(SystemCallError) in
                try systemCall("recvmsg") {
                    netlab_receive_datagrams(raw, &buffer, most, pointer, length, &segment)
                }
            }
            return (received, segment > 0 ? Int(segment) : received, peer)
        } catch  where error.errno == EAGAIN {
            return nil
        }
    }

    /// From now on datagrams of one sender and size that came together are received together. False if this kernel
    /// cannot.
    package func mergeReceived() -> Bool {
        do throws(SystemCallError) {
            try SocketOption.set("UDP_GRO", of: raw, Int32(IPPROTO_UDP), UDP_GRO, to: 1)
            return true
        } catch {
            return false
        }
    }

    /// Sends datagrams that lie one behind the other in `bytes`, each with `each` bytes, the last with the rest. Those that
    /// are too large are left out, if others are not.
    package func send(_ bytes: [UInt8], each: Int, to peer: SocketAddress) throws(SystemCallError) {
        guard bytes.count > each else { return try send(bytes, to: peer) }
        let raw = raw
        do throws(SystemCallError) {
            try systemCall("sendmsg", on: "\(peer)") {
                peer.withRaw { netlab_send_datagrams(raw, bytes, bytes.count, UInt16(each), $0, $1) }
            }
        } catch  where Self.takesOnlySingles.contains(error.errno) {
            for start in stride(from: 0, to: bytes.count, by: each) {
                do throws(SystemCallError) {
                    try send(Array(bytes[start..<min(start + each, bytes.count)]), to: peer)
                } catch  where error.errno == EMSGSIZE {
                    continue
                }
            }
        }
    }

    /// The interface leaves checksums to the kernel (EIO), or a datagram is too large for it: the kernel then takes datagrams
    /// one by one only.
    private static let takesOnlySingles: Set<Int32> = [EIO, EINVAL, EMSGSIZE]

    /// Sends one whole datagram.
    package func send(_ bytes: [UInt8], to peer: SocketAddress) throws(SystemCallError) {
        let raw = raw
        try systemCall("sendto", on: "\(peer)") {
            peer.withRaw { sendto(raw, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) }
        }
    }
}
