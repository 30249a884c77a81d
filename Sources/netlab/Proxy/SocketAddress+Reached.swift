import LinuxIO
import Wire

extension SocketAddress {
    /// The address by which programs of this machine reach a listener.
    var reached: SocketAddress {
        let loopback: IPAddress = host.isV4 ? .loopback4 : .loopback6
        return SocketAddress(host: host.isAny ? loopback : host, port: port)
    }
}
