internal import CLinux
import Glibc

/// When an interface sent its latest packets, by the kernel's own stamps: for a reader who was asleep then, and was woken
/// later than they came.
///
/// The first few dozen since `forget()` are kept, in their order; the kernel goes on without the others. It begins to stamp
/// a moment after the first in the machine asks for it: what is sent before that is sent when it is read. One thread has it.
package struct SendingTimes: ~Copyable {
    /// The kernel counts its own bookkeeping, two thousand bytes and more for a packet.
    private static let room: Int32 = 64 << 10
    /// Bytes by which a packet is known: up to where TCP numbers it, and ICMP.
    private static let compared = 28

    private let socket: OwnedDescriptor
    /// Of whom the packets must be told apart.
    private var beginning = [UInt8](repeating: 0, count: compared)

    private init(_ socket: consuming OwnedDescriptor) {
        self.socket = socket
    }

    /// Watches an interface of the calling thread's namespace.
    package static func of(_ interface: String) throws(SystemCallError) -> SendingTimes {
        let what = "what \(interface) sends"
        let index = try RouteSocket.index(of: interface)
        let raw = try systemCall("socket", on: what) { netlab_sending_socket() }
        let socket = OwnedDescriptor(owning: raw)
        try systemCall("setsockopt SO_ATTACH_FILTER", on: what) { netlab_keep_only_sent(raw) }
        try SocketOption.set("SO_RCVBUF", of: raw, SOL_SOCKET, SO_RCVBUF, to: room)
        try SocketOption.set("SO_TIMESTAMPNS", of: raw, SOL_SOCKET, SO_TIMESTAMPNS, to: 1)
        // Only who asks for every protocol sees what is sent.
        try systemCall("bind", on: what) { netlab_packet_bind(raw, index, ETH_P_ALL) }
        return SendingTimes(socket)
    }

    /// Forgets what was kept, so that there is room for what comes next.
    package mutating func forget() {
        while next() != nil {}
    }

    /// When this IP packet was sent, in nanoseconds since 1970; nil where that was not kept. What was kept of packets
    /// before it is forgotten.
    package mutating func take(_ packet: UnsafeRawBufferPointer) -> Int64? {
        while let kept = next() {
            let length = min(kept.bytes, Self.compared)
            if kept.bytes == packet.count, beginning.prefix(length).elementsEqual(packet.prefix(length)) {
                return kept.time
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
