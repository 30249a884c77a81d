internal import CLinux
import Glibc
import Wire

/// A non-blocking UDP socket bound to an address. It belongs to the network namespace of the thread that made it.
package struct DatagramSocket: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    /// The actual address: the kernel chooses the port if 0 was requested.
    package let address: SocketAddress

    /// One that is bound to IPv6 takes no IPv4. `buffer` is how much may wait to be received, in bytes, as far as the machine
    /// allows; nil leaves the machine's choice.
    package init(_ wanted: SocketAddress, buffer: Int32? = nil) throws(SystemCallError) {
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = OwnedDescriptor(
            owning: try systemCall("socket") { Glibc.socket(wanted.family, kind, 0) }
        )
        let raw = socket.raw
        if !wanted.host.isV4 {
            try SocketOption.set("IPV6_V6ONLY", of: raw, Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: 1)
        }
        if let buffer { try SocketOption.set("SO_RCVBUF", of: raw, SOL_SOCKET, SO_RCVBUF, to: buffer) }
        try systemCall("bind", on: "\(wanted)") { wanted.withRaw { bind(raw, $0, $1) } }
        address = try SocketAddress.filled { (pointer, length) throws(SystemCallError) in
            try systemCall("getsockname") { getsockname(raw, pointer, length) }
        }.address
        descriptor = socket
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

    /// Sends datagrams that lie one behind the other in `bytes`, each with `each` bytes, the last with the rest.
    package func send(_ bytes: [UInt8], each: Int, to peer: SocketAddress) throws(SystemCallError) {
        guard bytes.count > each else { return try send(bytes, to: peer) }
        let raw = raw
        do throws(SystemCallError) {
            try systemCall("sendmsg", on: "\(peer)") {
                peer.withRaw { netlab_send_datagrams(raw, bytes, bytes.count, UInt16(each), $0, $1) }
            }
        } catch  where error.errno == EIO {
            // The interface leaves checksums to the kernel, which then takes datagrams one by one only.
            for start in stride(from: 0, to: bytes.count, by: each) {
                try send(Array(bytes[start..<min(start + each, bytes.count)]), to: peer)
            }
        }
    }

    /// Sends one whole datagram.
    package func send(_ bytes: [UInt8], to peer: SocketAddress) throws(SystemCallError) {
        let raw = raw
        try systemCall("sendto", on: "\(peer)") {
            peer.withRaw { sendto(raw, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) }
        }
    }
}
