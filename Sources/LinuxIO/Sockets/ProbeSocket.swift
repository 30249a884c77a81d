internal import CLinux
import Glibc

/// A blocking IPv4 socket of a thread that does nothing but send or receive, as those who measure a line do. Nothing
/// blocks for longer than `patience`. It belongs to the network namespace of the thread that made it.
package struct ProbeSocket: ~Copyable, Sendable {
    /// In seconds.
    private static let patience = 10

    private let descriptor: OwnedDescriptor

    private init(owning raw: Int32) throws(SystemCallError) {
        descriptor = OwnedDescriptor(owning: raw)
        var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
        for (name, option) in [("SO_RCVTIMEO", SO_RCVTIMEO), ("SO_SNDTIMEO", SO_SNDTIMEO)] {
            try systemCall("setsockopt \(name)") {
                setsockopt(raw, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
        }
    }

    private static func make(_ kind: __socket_type, _ protocol: Int = 0) throws(SystemCallError)
        -> ProbeSocket
    {
        let flags = Int32(kind.rawValue | SOCK_CLOEXEC.rawValue)
        let raw = try systemCall("socket") { socket(AF_INET, flags, Int32(`protocol`)) }
        return try ProbeSocket(owning: raw)
    }

    package static func datagrams() throws(SystemCallError) -> ProbeSocket {
        try make(SOCK_DGRAM)
    }

    /// For `ping`'s questions (ICMP echo). The kernel fills in their number and checksum, and hands over the answers to
    /// them alone; it refuses where `NetworkSettings` were not applied.
    package static func pings() throws(SystemCallError) -> ProbeSocket {
        let made = try make(SOCK_DGRAM, IPPROTO_ICMP)
        try SocketOption.set("SO_TIMESTAMPNS", of: made.descriptor.raw, SOL_SOCKET, SO_TIMESTAMPNS, to: 1)
        return made
    }

    package static func stream() throws(SystemCallError) -> ProbeSocket {
        try make(SOCK_STREAM)
    }

    package func bind(_ address: SocketAddress) throws(SystemCallError) {
        try systemCall("bind", on: "\(address)") { address.withRaw { Glibc.bind(descriptor.raw, $0, $1) } }
    }

    package func connect(_ address: SocketAddress) throws(SystemCallError) {
        try systemCall("connect", on: "\(address)") {
            address.withRaw { Glibc.connect(descriptor.raw, $0, $1) }
        }
    }

    package func listen() throws(SystemCallError) {
        try systemCall("listen") { Glibc.listen(descriptor.raw, 1) }
    }

    package func accept() throws(SystemCallError) -> ProbeSocket {
        try ProbeSocket(owning: try systemCall("accept") { Glibc.accept(descriptor.raw, nil, nil) })
    }

    /// Room for so many bytes that have come and were not received yet; a user's limit may make it less.
    package func reserve(_ bytes: Int32) {
        var bytes = bytes
        let size = socklen_t(MemoryLayout<Int32>.size)
        if setsockopt(descriptor.raw, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, size) != 0 {
            setsockopt(descriptor.raw, SOL_SOCKET, SO_RCVBUF, &bytes, size)
        }
    }

    /// Has `receive` on a stream wait for so many bytes, or its end: to be woken for every packet costs more than they do.
    package func waitForBytes(_ count: Int32) throws(SystemCallError) {
        try SocketOption.set("SO_RCVLOWAT", of: descriptor.raw, SOL_SOCKET, SO_RCVLOWAT, to: count)
    }

    /// How many bytes the kernel took.
    @discardableResult
    package func send(_ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> Int {
        try systemCall("send") {
            Glibc.send(descriptor.raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// How many bytes came: a datagram, or some of a stream; 0 at the stream's end.
    @discardableResult
    package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int {
        try systemCall("recv") { recv(descriptor.raw, buffer.baseAddress, buffer.count, 0) }
    }

    /// When the kernel got what it hands over now, in nanoseconds since 1970: for sockets of `pings()`.
    package func receiveStamped(into buffer: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int64 {
        var time = timespec()
        try systemCall("recvmsg") {
            netlab_receive_stamped(descriptor.raw, buffer.baseAddress, buffer.count, &time)
        }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Ends both directions, so that a thread that blocks on it returns.
    package func end() {
        shutdown(descriptor.raw, Int32(SHUT_RDWR))
    }
}
