internal import CLinux
import Glibc

extension PacketPort {
    package static let tunPath = "/dev/net/tun"

    /// Creates a TUN interface in the calling thread's namespace. The port carries bare IP packets, from any
    /// thread.
    ///
    /// With `offload` the kernel leaves checksums undone and merges packets of one stream, up to 64 KiB. The
    /// port that such packets are written to must have it, too. The interface disappears with the port.
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
        let port = PacketPort(descriptor: descriptor, headerBytes: offloadHeader)
        try port.setOffload(true)
        return port
    }

    /// Header that states the work left to do for a packet (`struct virtio_net_hdr`).
    private static let offloadHeader = 10
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
