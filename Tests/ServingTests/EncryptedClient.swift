import HTTP
import LinuxIO
import TLS
import TestSupport

/// A blocking client that speaks HTTP over TLS, correctly or not.
final class EncryptedClient {
    struct Response {
        var head: HTTPResponseHead
        var content: [UInt8] = []

        var text: String { String(decoding: content, as: UTF8.self) }
    }

    /// The server closed the connection during the handshake.
    struct NoHandshake: Error {}

    let socket: LoopbackClient
    let session: TLSSession
    private var parser = HTTP1ResponseParser(.strict)

    /// Completes the handshake before it returns.
    convenience init(
        port: UInt16,
        _ context: TLSClientContext,
        receiveBuffer: Int32? = nil,
        resuming ticket: TLSTicket? = nil
    ) throws {
        try self.init(
            over: LoopbackClient(port: port, receiveBuffer: receiveBuffer),
            context,
            resuming: ticket
        )
    }

    /// On a connection that has carried other data before.
    init(over socket: LoopbackClient, _ context: TLSClientContext, resuming ticket: TLSTicket? = nil) throws {
        self.socket = socket
        session = try TLSSession(client: context, host: TestIdentity.host, resuming: ticket)
        try flush()
        while !session.isEstablished {
            let bytes = try socket.receive()
            guard !bytes.isEmpty else { throw NoHandshake() }
            // A refusal has to be sent, too.
            defer { try? flush() }
            _ = try session.receive(bytes)
        }
    }

    /// Sends pending data to the server in pieces of `size`.
    func flush(pieces size: Int = .max) throws {
        var rest = session.takeCiphertext()[...]
        while !rest.isEmpty {
            try socket.send(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
    }

    func send(_ text: String, pieces size: Int = .max) throws {
        try session.write(Array(text.utf8)[...])
        try flush(pieces: size)
    }

    /// The next bytes; empty at the end of the stream.
    func receive() throws -> [UInt8] {
        while true {
            let bytes = try socket.receive()
            let plaintext = try session.receive(bytes)
            if bytes.isEmpty || !plaintext.isEmpty { return plaintext }
        }
    }

    func receiveToEnd() throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try receive()
            if bytes.isEmpty { return all }
            all += bytes
        }
    }

    /// The next response to a GET; nil if the connection ended before one.
    func response() throws -> Response? {
        parser.expect(method: "GET")
        var response: Response?
        while true {
            while let event = try parser.next() {
                switch event {
                case .head(let head, _):
                    response = Response(head: head)
                case .body(let bytes, _): response?.content += bytes
                case .end(let end): return end.isComplete ? response : nil
                }
            }
            let bytes = try receive()
            if bytes.isEmpty {
                if response == nil { return nil }
                parser.finish()
            } else {
                parser.receive(bytes)
            }
        }
    }
}
