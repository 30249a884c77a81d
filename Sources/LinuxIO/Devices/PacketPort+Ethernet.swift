internal import CLinux
import Glibc

extension PacketPort {
    private static let ethernetHeader = 14
    /// Room for bursts while the reader handles a departure.
    private static let receiveBuffer: Int32 = 16 << 20

    /// Reads and writes packets at an Ethernet interface in the calling thread's namespace.
    package static func ethernet(_ interface: String) throws(SystemCallError) -> PacketPort {
        let index = try RouteSocket.index(of: interface)
        let raw = try systemCall("socket", on: "packets of \(interface)") { netlab_packet_socket() }
        let descriptor = OwnedDescriptor(owning: raw)
        // Otherwise the port would read its own writes.
        try SocketOption.set("PACKET_IGNORE_OUTGOING", of: raw, SOL_PACKET, PACKET_IGNORE_OUTGOING, to: 1)
        try SocketOption.set("PACKET_QDISC_BYPASS", of: raw, SOL_PACKET, PACKET_QDISC_BYPASS, to: 1)
        do {
            try SocketOption.set("SO_RCVBUFFORCE", of: raw, SOL_SOCKET, SO_RCVBUFFORCE, to: receiveBuffer)
        } catch {
            // Only root may exceed the machine's limit; other users get the limit.
            try SocketOption.set("SO_RCVBUF", of: raw, SOL_SOCKET, SO_RCVBUF, to: receiveBuffer)
        }
        try systemCall("bind", on: "packets of \(interface)") { netlab_packet_bind(raw, index, ETH_P_IP) }
        return PacketPort(descriptor: descriptor, headerBytes: ethernetHeader)
    }

    /// Packets dropped for lack of room since the last call. Zero for a TUN port, whose interface counts
    /// them.
    package func takeDrops() -> Int {
        var statistics = tpacket_stats()
        var length = socklen_t(MemoryLayout<tpacket_stats>.size)
        guard getsockopt(raw, SOL_PACKET, PACKET_STATISTICS, &statistics, &length) == 0 else { return 0 }
        return Int(statistics.tp_drops)
    }
}
