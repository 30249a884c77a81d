internal import CLinux
import Glibc
package import LinuxIO

/// Send times of an interface's latest packets, stamped by the kernel. For a reader that slept when they were
/// sent and was woken late.
///
/// While it watches, sent packets are kept in order: the first few dozen, or thousands of acknowledgements,
/// for which the kernel counts two bytes each. Later packets are not kept. The kernel begins to stamp a
/// moment after the first request on the machine; a packet sent before that gets the time at which it is
/// read. Used by one thread.
package struct SendingTimes: ~Copyable {
    /// The kernel includes its own bookkeeping: two thousand bytes and more for each packet.
    private static let room: Int32 = 64 << 10
    /// Bytes that identify a packet: up to TCP's sequence numbers, and those of ICMP.
    private static let compared = 28

    /// Packets that may be read without their times before keeping stops.
    private static let patience = 64

    private let socket: OwnedDescriptor
    /// First bytes of the packet that `next()` returned last.
    private var beginning = [UInt8](repeating: 0, count: compared)
    /// The packet that `next()` returned last, if it was too late to be used.
    private var ahead: (bytes: Int, time: Int64)?
    /// True while sent packets are kept, which is a new socket's default.
    private var isKeeping = true
    /// Packets passed since the last `watch`.
    private var passed = 0

    private init(_ socket: consuming OwnedDescriptor) {
        self.socket = socket
    }

    /// Send times for an interface of the calling thread's namespace, not watching yet.
    package static func of(_ interface: String) throws(SystemCallError) -> SendingTimes {
        let what = "what \(interface) sends"
        let index = try RouteSocket.index(of: interface)
        let raw = try systemCall("socket", on: what) { netlab_sending_socket() }
        var times = SendingTimes(OwnedDescriptor(owning: raw))
        try times.keep(false)
        try systemCall("setsockopt SO_ATTACH_FILTER", on: what) { netlab_keep_only_sent(raw) }
        try SocketOption.set("SO_RCVBUF", of: raw, SOL_SOCKET, SO_RCVBUF, to: room)
        try SocketOption.set("SO_TIMESTAMPNS", of: raw, SOL_SOCKET, SO_TIMESTAMPNS, to: 1)
        // Only a socket for all protocols sees sent packets.
        try systemCall("bind", on: what) { netlab_packet_bind(raw, index, ETH_P_ALL) }
        return times
    }

    /// Keeps packets from now on. Discards those sent before `time`, to make room.
    package mutating func watch(from time: Int64) throws(SystemCallError) {
        // After a step of the wall clock, a packet could stay `ahead` for long.
        ahead = nil
        // Without this limit, a fast sender would keep the loop running for ever.
        while let kept = next() {
            guard kept.time < time else {
                ahead = kept
                break
            }
        }
        passed = 0
        try keep(true)
    }

    /// Notes that a packet was read whose time is not needed. After some dozens of them, keeping stops until
    /// the next `watch`. This spares the kernel a copy of every packet, and the next `watch` the packets sent
    /// meanwhile.
    package mutating func pass() throws(SystemCallError) {
        guard isKeeping else { return }
        passed += 1
        if passed > Self.patience { try keep(false) }
    }

    private mutating func keep(_ keeps: Bool) throws(SystemCallError) {
        guard keeps != isKeeping else { return }
        try SocketOption.set(
            "PACKET_IGNORE_OUTGOING",
            of: socket.raw,
            SOL_PACKET,
            PACKET_IGNORE_OUTGOING,
            to: keeps ? 0 : 1
        )
        isKeeping = keeps
    }

    /// When this IP packet was sent, in nanoseconds since 1970; nil if that was not kept. Discards the
    /// packets kept before it. `time` is when the packet had arrived: packets sent then or later are not
    /// examined.
    package mutating func take(_ packet: UnsafeRawBufferPointer, readAt time: Int64) -> Int64? {
        while let kept = ahead ?? next() {
            ahead = nil
            let length = min(kept.bytes, Self.compared)
            if kept.bytes == packet.count, beginning.prefix(length).elementsEqual(packet.prefix(length)) {
                return kept.time
            }
            guard kept.time < time else {
                ahead = kept
                return nil
            }
        }
        return nil
    }

    /// The length and send time of the oldest packet kept, whose first bytes go to `beginning`.
    private mutating func next() -> (bytes: Int, time: Int64)? {
        var time = timespec()
        let count = beginning.withUnsafeMutableBytes { bytes in
            netlab_receive_stamped(socket.raw, bytes.baseAddress, bytes.count, &time)
        }
        guard count >= 0 else { return nil }
        return (count, Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
