import BenchControl
import Grounds
import LinuxIO

/// Addresses on this machine's loopback that lead to a bench's server, for clients that make their own sockets.
final class BenchForwarders: Sendable {
    private static let plainPort: UInt16 = 80
    private static let securePort: UInt16 = 443

    private let plain: LoopbackForwarder
    private let secure: LoopbackForwarder

    /// `address` is the server's.
    init(to address: String, over sockets: SocketMakerClient) throws(Bench.Failure) {
        do {
            plain = try Self.gate(to: address, Self.plainPort, sockets)
            secure = try Self.gate(to: address, Self.securePort, sockets)
        } catch {
            throw Bench.Failure(.notMade, "no address on the loopback can lead to \(address): \(error)")
        }
    }

    var origin: String { "http://\(plain.address)" }
    var secureOrigin: String { "https://\(secure.address)" }

    func stop() {
        plain.stop()
        secure.stop()
    }

    private static func gate(
        to address: String,
        _ port: UInt16,
        _ sockets: SocketMakerClient
    ) throws -> LoopbackForwarder {
        guard let place = SocketAddress(address, port: port) else {
            throw BenchError("\(address) is not an address")
        }
        return try LoopbackForwarder(to: place, over: sockets)
    }
}
