internal import CLinux
import Glibc

extension PacketPort {
    package static let tunPath = "/dev/net/tun"

    /// Makes a TUN interface in the calling thread's namespace; the port carries bare IP packets, from any thread.
    ///
    /// With `offload` the kernel leaves checksums undone and packets of one stream together, up to 64 KiB at a time:
    /// the port at which such a packet is written must take the same. The interface goes when the port does.
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

    /// What says of a packet what is left to be done to it (`struct virtio_net_hdr`).
    private static let offloadHeader = 10
    private static let everyKernel = TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6 | TUN_F_TSO_ECN
    /// UDP's, since Linux 6.2: `TUN_F_USO4` and `TUN_F_USO6`, which older headers lack.
    private static let newerKernels = everyKernel | 0x20 | 0x40

    /// For a TUN port made with offload: whether the kernel makes use of it from now on.
    package func setOffload(_ isOn: Bool) throws(SystemCallError) {
        if isOn, netlab_tun_offload(raw, UInt32(Self.newerKernels)) == 0 { return }
        try systemCall("ioctl TUNSETOFFLOAD") {
            netlab_tun_offload(raw, isOn ? UInt32(Self.everyKernel) : 0)
        }
    }
}
