import Experiments
import HTTP
import LinuxIO
import TLS
import Wire

/// A client's connection to an origin over TLS, through a proxy that looks inside, or direct. It blocks.
final class InterceptedConnection {
    private static let receiveSize = 65_536

    private let socket: ProbeSocket
    private let session: TLSSession
    private var connection = HTTP1ClientConnection()
    private let clock = RunClock()
    private let host: String
    private var buffer = [UInt8](repeating: 0, count: receiveSize)

    /// `proxy` is the proxy's port on this machine; nil connects directly.
    init(to origin: UInt16, through proxy: UInt16?, _ context: TLSClientContext) throws {
        host = "127.0.0.1:\(origin)"
        socket = try ServerUnderLoad.connection(proxy ?? origin)
        session = try TLSSession(client: context, host: "127.0.0.1")
        if proxy != nil {
            try send(Array("CONNECT \(host) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8))
            // The proxy says nothing after this head before the client's handshake begins.
            let answer = String(decoding: try receive(), as: UTF8.self)
            guard answer.hasPrefix("HTTP/1.1 200 ") else {
                throw ExperimentError("the proxy refused the tunnel: \(answer.prefix(100))")
            }
        }
        while !session.isEstablished {
            try send(session.takeCiphertext())
            _ = try session.receive(try receive())
        }
        try send(session.takeCiphertext())
    }

    /// Requests a path and returns the time from the request to the response's end.
    @discardableResult
    func fetch(_ path: String, bytes: Int) throws -> Nanoseconds {
        let began = clock.now()
        let head = HTTPRequestHead(method: "GET", target: "/\(path)", fields: ["Host": host])
        try session.write(try connection.begin(head, .none)[...])
        try send(session.takeCiphertext())
        var (received, status) = (0, 0)
        while true {
            while let event = try connection.next() {
                switch event {
                case .head(let head, _): status = head.status
                case .body(let bytes): received += bytes.count
                case .end:
                    guard status == 200, received == bytes else {
                        throw ExperimentError("\(host)/\(path): status \(status) with \(received) bytes")
                    }
                    return clock.now() - began
                case .interim, .switched: break
                }
            }
            connection.receive(try session.receive(try receive()))
        }
    }

    @discardableResult
    func fetch(_ body: BenchSite.Body) throws -> Nanoseconds {
        try fetch(body.rawValue, bytes: body.bytes)
    }

    private func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try rest.withUnsafeBytes { try socket.send($0) }
            rest = rest.dropFirst(count)
        }
    }

    private func receive() throws -> ArraySlice<UInt8> {
        let count = try buffer.withUnsafeMutableBytes { try socket.receive(into: $0) }
        guard count > 0 else { throw ExperimentError("\(host): the connection ended") }
        return buffer[..<count]
    }
}
