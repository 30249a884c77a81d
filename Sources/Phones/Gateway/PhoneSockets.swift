package import LinuxIO
import Wire
import WireGuard

/// The UDP port at which phones reach netlab, over IPv4 and, where the machine has it, over IPv6.
///
/// The sockets belong to the network namespace of the thread that makes them.
package struct PhoneSockets: ~Copyable, Sendable {
    /// Bytes that may wait while the thread is busy: 10 ms at 1 Gbit/s, several times over.
    private static let buffer: Int32 = 7 << 20

    package let port: UInt16
    private let ip4: DatagramSocket
    /// nil if the machine has no IPv6.
    private let ip6: DatagramSocket?

    /// On all of the machine's addresses. With port 0 the kernel chooses one.
    package init(port: UInt16) throws(SystemCallError) {
        ip4 = try DatagramSocket(SocketAddress(host: .any4, port: port), buffer: Self.buffer)
        self.port = ip4.address.port
        ip6 = try? DatagramSocket(SocketAddress(host: .any6, port: self.port), buffer: Self.buffer)
        // Without it each costs a call.
        _ = ip4.mergeReceived()
    }

    var ip4Raw: Int32 { ip4.raw }

    var ip6Raw: Int32? {
        switch ip6 {
        case .some(let socket): socket.raw
        case .none: nil
        }
    }

    /// The next datagrams, as `DatagramSocket` gives them.
    func receive(
        overIP6 isIP6: Bool,
        into buffer: inout [UInt8]
    ) throws(SystemCallError) -> (count: Int, each: Int, peer: SocketAddress)? {
        guard isIP6 else { return try ip4.receive(into: &buffer) }
        switch ip6 {
        case .some(let socket): return try socket.receive(into: &buffer)
        case .none: return nil
        }
    }

    /// Lost if it fails, as datagrams may be.
    func send(_ batch: DatagramBatch) {
        let peer = SocketAddress(host: batch.endpoint.address, port: batch.endpoint.port)
        if batch.endpoint.address.isV4 { return Self.send(batch, to: peer, ip4) }
        switch ip6 {
        case .some(let socket): Self.send(batch, to: peer, socket)
        case .none: break
        }
    }

    private static func send(
        _ batch: DatagramBatch,
        to peer: SocketAddress,
        _ socket: borrowing DatagramSocket
    ) {
        do throws(SystemCallError) {
            try socket.send(batch.bytes, each: batch.each, to: peer)
        } catch {
            // Some network cards cannot take them at once.
            for start in stride(from: 0, to: batch.bytes.count, by: batch.each) {
                let end = min(start + batch.each, batch.bytes.count)
                try? socket.send(Array(batch.bytes[start..<end]), to: peer)
            }
        }
    }
}
