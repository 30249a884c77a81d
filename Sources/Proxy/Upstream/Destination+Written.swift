import Forwarding
import LinuxIO
import Wire

extension Destination {
    /// The host if it is written as an address.
    var writtenAddress: IPAddress? { SocketAddress(host, port: 0)?.host }
}
