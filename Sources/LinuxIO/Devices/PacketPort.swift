internal import CLinux
import Glibc

/// One end of a line: a non-blocking descriptor with one packet per read or write.
package struct PacketPort: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    /// Bytes in front of the IP packet in each read and write.
    package let headerBytes: Int

    init(descriptor: consuming OwnedDescriptor, headerBytes: Int) {
        self.descriptor = descriptor
        self.headerBytes = headerBytes
    }

    /// Borrowed.
    package var raw: Int32 { descriptor.raw }
}

// MARK: Packets

extension PacketPort {
    /// The next packet into `buffer`, its header first, and how many bytes it has; nil if there is none. A longer one is cut.
    package func receive(into buffer: inout [UInt8]) throws(SystemCallError) -> Int? {
        let raw = raw
        do throws(SystemCallError) {
            return try systemCall("read", on: "packets") { read(raw, &buffer, buffer.count) }
        } catch  where error.errno == EAGAIN {
            return nil
        }
    }

    /// Writes one packet, its header first. One that the kernel does not take is lost, as on any line.
    package func send(_ packet: [UInt8]) {
        _ = write(raw, packet, packet.count)
    }
}

// MARK: Ethernet

extension PacketPort {
    private static let ethernetHeader = 14
    /// Room for bursts while the reader handles a departure.
    private static let receiveBuffer: Int32 = 16 << 20

    /// Reads and writes packets at an Ethernet interface in the calling thread's namespace: all that pass, or IPv4 only.
    package static func ethernet(_ interface: String, ip4Only: Bool) throws(SystemCallError) -> PacketPort {
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
        try systemCall("bind", on: "packets of \(interface)") {
            netlab_packet_bind(raw, index, ip4Only ? ETH_P_IP : ETH_P_ALL)
        }
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

// MARK: Tun

extension PacketPort {
    package static let tunPath = "/dev/net/tun"

    /// Creates a TUN interface in the calling thread's namespace. The port carries bare IP packets, from any
    /// thread.
    ///
    /// With `offload` the kernel leaves checksums undone and merges packets of one stream, up to 64 KiB. The
    /// port that such packets are written to must have it, too. Each has an `OffloadHeader` in front. The interface disappears
    /// with the port.
    package static func tun(_ interface: String, offload: Bool = false) throws(SystemCallError) -> PacketPort
    {
        let raw = try systemCall("open", on: tunPath) {
            netlab_open(tunPath, O_RDWR | O_CLOEXEC | O_NONBLOCK, 0)
        }
        let descriptor = OwnedDescriptor(owning: raw)
        try systemCall("ioctl TUNSETIFF", on: interface) {
            netlab_tun_attach(raw, interface, offload ? IFF_VNET_HDR : 0)
        }
        guard offload else { return PacketPort(descriptor: descriptor, headerBytes: 0) }
        let port = PacketPort(descriptor: descriptor, headerBytes: OffloadHeader.byteCount)
        try port.setOffload(true)
        return port
    }

    private static let everyKernel = TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6 | TUN_F_TSO_ECN
    /// UDP's flags since Linux 6.2, `TUN_F_USO4` and `TUN_F_USO6`, which older headers lack.
    private static let newerKernels = everyKernel | 0x20 | 0x40

    /// For a TUN port made with offload: turns its use by the kernel on or off.
    package func setOffload(_ isOn: Bool) throws(SystemCallError) {
        if isOn, netlab_tun_offload(raw, UInt32(Self.newerKernels)) == 0 { return }
        try systemCall("ioctl TUNSETOFFLOAD") {
            netlab_tun_offload(raw, isOn ? UInt32(Self.everyKernel) : 0)
        }
    }
}
