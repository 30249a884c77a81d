internal import CLinux
import Glibc
import Wire

/// A blocking socket for a thread that only sends or receives, to measure a line. Calls block for at
/// most `patience`. It belongs to the network namespace of the thread that made it.
package struct ProbeSocket: ~Copyable, Sendable {
    /// In milliseconds.
    package static let patience = 10_000

    private let descriptor: OwnedDescriptor

    private init(owning raw: Int32, patience: Int = patience) throws(SystemCallError) {
        descriptor = OwnedDescriptor(owning: raw)
        var limit = timeval(tv_sec: patience / 1_000, tv_usec: patience % 1_000 * 1_000)
        for (name, option) in [("SO_RCVTIMEO", SO_RCVTIMEO), ("SO_SNDTIMEO", SO_SNDTIMEO)] {
            try systemCall("setsockopt \(name)") {
                setsockopt(raw, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
        }
    }

    private static func make(
        _ kind: __socket_type,
        _ protocol: Int = 0,
        family: Int32 = AF_INET,
        patience: Int = patience
    ) throws(SystemCallError) -> ProbeSocket {
        let flags = Int32(kind.rawValue | SOCK_CLOEXEC.rawValue)
        let raw = try systemCall("socket") { socket(family, flags, Int32(`protocol`)) }
        return try ProbeSocket(owning: raw, patience: patience)
    }

    package static func datagrams() throws(SystemCallError) -> ProbeSocket {
        try make(SOCK_DGRAM)
    }

    /// A socket for ICMP echo requests. The kernel fills in their identifier and checksum, and passes on only
    /// their replies. Refused unless `NetworkSettings` were applied. `patience` is in milliseconds.
    static func pings(of host: IPAddress, patience: Int = patience) throws(SystemCallError) -> ProbeSocket {
        let made = try make(
            SOCK_DGRAM,
            host.isV4 ? IPPROTO_ICMP : IPPROTO_ICMPV6,
            family: host.family,
            patience: patience
        )
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

    /// Sets the receive buffer's size in bytes; a user's limit may reduce it.
    package func reserve(_ bytes: Int32) {
        var bytes = bytes
        let size = socklen_t(MemoryLayout<Int32>.size)
        if setsockopt(descriptor.raw, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, size) != 0 {
            setsockopt(descriptor.raw, SOL_SOCKET, SO_RCVBUF, &bytes, size)
        }
    }

    /// Makes `receive` on a stream wait for this many bytes or the end, since waking for every packet is
    /// expensive.
    package func waitForBytes(_ count: Int32) throws(SystemCallError) {
        try SocketOption.set("SO_RCVLOWAT", of: descriptor.raw, SOL_SOCKET, SO_RCVLOWAT, to: count)
    }

    /// Returns the number of bytes that the kernel took.
    @discardableResult
    package func send(_ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> Int {
        try systemCall("send") {
            Glibc.send(descriptor.raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Returns the number of bytes received: a datagram, or part of a stream; 0 at the stream's end.
    @discardableResult
    package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int {
        try systemCall("recv") { recv(descriptor.raw, buffer.baseAddress, buffer.count, 0) }
    }

    func send(_ bytes: [UInt8]) throws(SystemCallError) {
        let raw = descriptor.raw
        try systemCall("send") { Glibc.send(raw, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Receives a reply and returns when the kernel received it, in nanoseconds since 1970. For sockets of
    /// `pings()`.
    func receiveStamped(into buffer: inout [UInt8]) throws(SystemCallError) -> Int64 {
        var time = timespec()
        let (raw, most) = (descriptor.raw, buffer.count)
        try systemCall("recvmsg") { netlab_receive_stamped(raw, &buffer, most, &time) }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Closes both directions, so that a thread blocked on the socket returns.
    package func end() {
        shutdown(descriptor.raw, Int32(SHUT_RDWR))
    }
}
