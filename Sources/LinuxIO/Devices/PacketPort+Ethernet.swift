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
        try systemCall("setsockopt PACKET_IGNORE_OUTGOING", on: interface) {
            netlab_set_option(raw, SOL_PACKET, PACKET_IGNORE_OUTGOING, 1)
        }
        try systemCall("setsockopt PACKET_QDISC_BYPASS", on: interface) {
            netlab_set_option(raw, SOL_PACKET, PACKET_QDISC_BYPASS, 1)
        }
        // Beyond the machine's limit only for root; the limit itself is what everybody else gets.
        if netlab_set_option(raw, SOL_SOCKET, SO_RCVBUFFORCE, receiveBuffer) != 0 {
            _ = netlab_set_option(raw, SOL_SOCKET, SO_RCVBUF, receiveBuffer)
        }
        try systemCall("bind", on: "packets of \(interface)") { netlab_packet_bind(raw, index) }
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
