import LinkEngine
import LinuxIO

/// Two hosts with any kind of line between them.
protocol MeasuredLine: Sendable {
    /// Runs `body` on the calling thread on the client's host; sockets made there stay there.
    func onClient<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value
    func onOrigin<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value
}

extension MeasuredLine {
    /// Port of the discard service, at which a measurement's origin listens.
    static var origin: SocketAddress { SocketAddress(address: HostPair.originAddress, port: 9) }
    static var client: SocketAddress { SocketAddress(address: HostPair.clientAddress, port: 9) }

    /// Two datagram sockets connected to each other.
    func datagramSockets() throws -> DatagramPair {
        let origin = try onOrigin {
            let socket = try ProbeSocket.datagrams()
            try socket.bind(Self.origin)
            return socket
        }
        let client = try onClient {
            let socket = try ProbeSocket.datagrams()
            try socket.bind(Self.client)
            return socket
        }
        try origin.connect(Self.client)
        try client.connect(Self.origin)
        return DatagramPair(client: client, origin: origin)
    }
}
