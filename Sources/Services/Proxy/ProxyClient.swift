import LinuxIO
import TLS

/// A client's connection to a proxy: in the clear, or with TLS through a tunnel. Every step waits until it is done.
struct ProxyClient: ~Copyable {
    private static let piece = 65_536
    /// How often a full socket is tried again, in milliseconds.
    private static let patience: Int32 = 1

    private let socket: StreamSocket
    private var session: TLSSession?

    init(to address: SocketAddress) throws(SystemCallError) {
        let made = try StreamSocket.connecting(to: address)
        while !made.isConnected {
            if let error = made.takeError() { throw error }
            Readiness.wait(for: [made.raw], milliseconds: Self.patience)
        }
        socket = made
    }

    /// The client's own address.
    func local() throws(SystemCallError) -> SocketAddress { try socket.local() }

    /// Begins TLS with the server at the end of a tunnel.
    mutating func encrypt(_ session: TLSSession) throws {
        try flush(session)
        while !session.isEstablished {
            let bytes = try receiveRaw()
            guard !bytes.isEmpty else { throw TLSError.notOpen }
            _ = try session.receive(bytes)
            try flush(session)
        }
        self.session = session
    }

    func send(_ bytes: [UInt8]) throws {
        guard let session else { return try sendRaw(bytes) }
        try session.write(bytes[...])
        try flush(session)
    }

    /// The next bytes; empty at the end.
    func receive() throws -> [UInt8] {
        guard let session else { return try receiveRaw() }
        while !session.isEnded {
            let bytes = try receiveRaw()
            if bytes.isEmpty { return [] }
            let plain = try session.receive(bytes)
            try flush(session)
            if !plain.isEmpty { return plain }
        }
        return []
    }

    private func flush(_ session: TLSSession) throws(SystemCallError) {
        while session.hasCiphertext { try sendRaw(session.takeCiphertext()) }
    }

    private func sendRaw(_ bytes: [UInt8]) throws(SystemCallError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try socket.send(rest, [], isLast: true)
            rest = rest.dropFirst(count)
            if count == 0 { Readiness.wait(for: [socket.raw], milliseconds: Self.patience) }
        }
    }

    /// Waits as long as it takes: the proxy may hold the exchange at a breakpoint.
    private func receiveRaw() throws(SystemCallError) -> [UInt8] {
        while true {
            if let bytes = try socket.receive(atMost: Self.piece) { return bytes }
            Readiness.wait(for: [socket.raw])
        }
    }
}
