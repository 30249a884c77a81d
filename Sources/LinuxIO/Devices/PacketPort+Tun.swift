internal import CLinux
import Glibc

extension PacketPort {
    package static let tunPath = "/dev/net/tun"

    /// Makes a TUN interface in the calling thread's namespace; the port carries bare IP packets, from any thread.
    ///
    /// The interface goes when the port does.
    package static func tun(_ interface: String) throws(SystemCallError) -> PacketPort {
        let raw = try systemCall("open", on: tunPath) {
            netlab_open(tunPath, O_RDWR | O_CLOEXEC | O_NONBLOCK, 0)
        }
        let descriptor = OwnedDescriptor(owning: raw)
        try systemCall("ioctl TUNSETIFF", on: interface) { netlab_tun_attach(raw, interface) }
        return PacketPort(descriptor: descriptor, headerBytes: 0)
    }
}
