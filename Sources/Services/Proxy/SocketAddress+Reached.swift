import LinuxIO
import Wire

extension SocketAddress {
    /// The address by which programs of this machine reach a listener.
    var reached: SocketAddress {
        let loopback: IPAddress = host.isV4 ? .loopback4 : .loopback6
        return SocketAddress(host: host.isAny ? loopback : host, port: port)
    }

    /// The addresses by which a listener is reached, if these are the machine's own, loopback ones last: those that other
    /// machines reach come first. Never empty.
    func places(of machine: [IPAddress]) -> [SocketAddress] {
        guard host.isAny else { return [self] }
        let hosts = host.isV4 ? machine.filter(\.isV4) : machine
        return hosts.isEmpty ? [reached] : hosts.map { SocketAddress(host: $0, port: port) }
    }
}
