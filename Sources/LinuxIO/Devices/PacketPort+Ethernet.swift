internal import CLinux
import Glibc

extension PacketPort {
    private static let ethernetHeader = 14
    /// Room for bursts while the reader is busy with a departure.
    private static let receiveBuffer: Int32 = 16 << 20

    /// Takes what arrives at an Ethernet interface of the calling thread's namespace, and sends out of it.
    package static func ethernet(_ interface: String) throws(SystemCallError) -> PacketPort {
        let index = try RouteSocket.index(of: interface)
        let raw = try systemCall("socket", on: "packets of \(interface)") { netlab_packet_socket() }
        let descriptor = OwnedDescriptor(owning: raw)
        // Without this the port would read back its own writes.
        try SocketOption.set("PACKET_IGNORE_OUTGOING", of: raw, SOL_PACKET, PACKET_IGNORE_OUTGOING, to: 1)
        try SocketOption.set("PACKET_QDISC_BYPASS", of: raw, SOL_PACKET, PACKET_QDISC_BYPASS, to: 1)
        do {
            try SocketOption.set("SO_RCVBUFFORCE", of: raw, SOL_SOCKET, SO_RCVBUFFORCE, to: receiveBuffer)
        } catch {
            // Beyond the machine's limit only for root; the limit itself is what everybody else gets.
            try SocketOption.set("SO_RCVBUF", of: raw, SOL_SOCKET, SO_RCVBUF, to: receiveBuffer)
        }
        try systemCall("bind", on: "packets of \(interface)") { netlab_packet_bind(raw, index, ETH_P_IP) }
        return PacketPort(descriptor: descriptor, headerBytes: ethernetHeader)
    }

    /// Packets dropped for want of room since the last call. Nought for a TUN port: its interface counts them.
    package func takeDrops() -> Int {
        var statistics = tpacket_stats()
        var length = socklen_t(MemoryLayout<tpacket_stats>.size)
        guard getsockopt(raw, SOL_PACKET, PACKET_STATISTICS, &statistics, &length) == 0 else { return 0 }
        return Int(statistics.tp_drops)
    }
}
