internal import CLinux
import Glibc
package import LinuxIO

/// When an interface sent its latest packets, by the kernel's own stamps: for a reader who was asleep then, and was woken
/// later than they came.
///
/// What is sent while somebody watches is kept in its order, the first few dozen packets or, since the kernel counts two
/// bytes for an acknowledgement, thousands of those; it goes on without the others. The kernel begins to stamp a moment
/// after the first in the machine asks for it: what is sent before that is sent when it is read. One thread has it.
package struct SendingTimes: ~Copyable {
    /// The kernel counts its own bookkeeping, two thousand bytes and more for a packet.
    private static let room: Int32 = 64 << 10
    /// Bytes by which a packet is known: up to where TCP numbers it, and ICMP.
    private static let compared = 28

    /// So many packets may be read without their times before nothing is kept any more.
    private static let patience = 64

    private let socket: OwnedDescriptor
    /// How the packet begins that `next()` told last.
    private var beginning = [UInt8](repeating: 0, count: compared)
    /// The packet that `next()` told last, where that was too late to be gone through.
    private var ahead: (bytes: Int, time: Int64)?
    /// Whether what is sent is kept: every such socket begins so.
    private var isKeeping = true
    /// Packets that were passed since somebody began to watch.
    private var passed = 0

    private init(_ socket: consuming OwnedDescriptor) {
        self.socket = socket
    }

    /// Of an interface of the calling thread's namespace; nobody watches it yet.
    package static func of(_ interface: String) throws(SystemCallError) -> SendingTimes {
        let what = "what \(interface) sends"
        let index = try RouteSocket.index(of: interface)
        let raw = try systemCall("socket", on: what) { netlab_sending_socket() }
        var times = SendingTimes(OwnedDescriptor(owning: raw))
        try times.keep(false)
        try systemCall("setsockopt SO_ATTACH_FILTER", on: what) { netlab_keep_only_sent(raw) }
        try SocketOption.set("SO_RCVBUF", of: raw, SOL_SOCKET, SO_RCVBUF, to: room)
        try SocketOption.set("SO_TIMESTAMPNS", of: raw, SOL_SOCKET, SO_TIMESTAMPNS, to: 1)
        // Only who asks for every protocol sees what is sent.
        try systemCall("bind", on: what) { netlab_packet_bind(raw, index, ETH_P_ALL) }
        return times
    }

    /// From now on what is sent is kept; what was sent before `time` is forgotten, so that there is room for it.
    package mutating func watch(from time: Int64) throws(SystemCallError) {
        // After a step of the wall clock one may be ahead for long.
        ahead = nil
        // Who is quicker than this would never let it end.
        while let kept = next() {
            guard kept.time < time else {
                ahead = kept
                break
            }
        }
        passed = 0
        try keep(true)
    }

    /// To be told of a packet that was read and whose time nobody asks for: after some dozens of them nothing is kept any
    /// more, until somebody watches again. That spares the kernel a copy of every packet, and the next to watch the many
    /// that came meanwhile.
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

    /// When this IP packet was sent, in nanoseconds since 1970; nil where that was not kept. What was kept of packets
    /// before it is forgotten, and what was sent at `time`, when it had come, or later is not looked at.
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

    /// The oldest that is kept: how long it is, and when it was sent. It begins as `beginning` says.
    private mutating func next() -> (bytes: Int, time: Int64)? {
        var time = timespec()
        let count = beginning.withUnsafeMutableBytes { bytes in
            netlab_receive_stamped(socket.raw, bytes.baseAddress, bytes.count, &time)
        }
        guard count >= 0 else { return nil }
        return (count, Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
