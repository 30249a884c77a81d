import Forwarding
import Foundation
import HTTP
import HTTP2
import LinuxIO
import Proxy
import TestSupport
import Testing
import Wire

/// Requests of HTTP/2 that would be others once they are written as HTTP/1, or that no client has reason to send.
@Suite(.timeLimit(.minutes(1)))
struct SmuggledFramesTests {
    private static func bench(_ port: UInt16) throws -> ProxyBench {
        let destination = Destination(host: "127.0.0.1", port: port, isEncrypted: false)
        return try ProxyBench(change: { $0.reverse = destination })
    }

    /// A request's pseudo-fields with one of them replaced.
    private static func request(_ name: String, _ value: String) -> [(String, String)] {
        HTTP2Frame.pseudo("POST", "/a").map { $0.0 == name ? (name, value) : $0 }
    }

    private static func request(with fields: (String, String)...) -> [(String, String)] {
        HTTP2Frame.pseudo("POST", "/a") + fields
    }

    static let heads: [[(String, String)]] = [
        request(":path", "/ HTTP/1.1\r\nHost: x\r\n\r\nGET /hidden"), request(":path", "/a b"),
        request(":path", "/a\0"), request(":path", "a"), request(":path", ""),
        request(":path", "http://b.test/"),
        request(":path", "/a#b"), request(":method", "GET /hidden HTTP/1.1\r\nX:"),
        request(":method", "GET x"),
        request(":method", ""), request(":authority", "a\r\nX: y"), request(":authority", "a b"),
        request(":authority", "u@a"), request(":authority", "a/b"), request(":scheme", "http\r\nX: y"),
        request(with: ("transfer-encoding", "chunked")), request(with: ("Transfer-Encoding", "chunked")),
        request(with: ("connection", "close")), request(with: ("connection", "content-length")),
        request(with: ("keep-alive", "1")), request(with: ("proxy-connection", "close")),
        request(with: ("upgrade", "h2c")), request(with: ("te", "gzip")), request(with: ("X", "y")),
        request(with: ("x", "y\r\ntransfer-encoding: chunked")), request(with: ("x", "y\nz: a")),
        request(with: ("x", "y\rz")), request(with: ("x", "y\0")), request(with: ("x\r\nz", "y")),
        request(with: ("x:y", "z")), request(with: ("x y", "z")), request(with: ("", "z")),
        request(with: ("content-length", "1"), ("content-length", "2")),
        request(with: ("content-length", "+1")),
        request(with: ("content-length", "1, 1")),
        request(with: (":path", "/b")), request(with: ("x", "y"), (":authority", "b.test")),
        request(with: (":status", "200")), request(with: (":x", "y")),
    ]

    @Test(arguments: heads)
    func `a head that HTTP/1 would read differently is not forwarded`(_ fields: [(String, String)]) throws {
        let server = try RawCollector()
        let bench = try Self.bench(server.port)
        let client = try FrameClient(port: bench.proxy.address.port)
        try client.send(.request(fields, on: 1))
        try client.receive(1)
        let status = try client.status(1)
        #expect(client.isReset(1) || status == "400", "\(status ?? "")")
        #expect(server.text.isEmpty, "\(server.text)")
        #expect(bench.exchanges(1).first?.server == nil)
    }

    @Test(arguments: [
        ("5", [Array("abc".utf8)]), ("2", [Array("abc".utf8)]), ("3", [Array("ab".utf8), Array("cd".utf8)]),
    ])
    func `a body that contradicts its Content-Length is never completed at the server`(
        _ length: String,
        _ pieces: [[UInt8]]
    ) throws {
        let server = try RawCollector()
        let bench = try Self.bench(server.port)
        let client = try FrameClient(port: bench.proxy.address.port)
        try client.send(.request(Self.request(with: ("content-length", length)), on: 1, endsStream: false))
        for (place, piece) in pieces.enumerated() {
            try client.send(.data(piece, on: 1, endsStream: place == pieces.count - 1))
        }
        try client.receive(1)
        #expect(client.isReset(1))
        let body = server.text.components(separatedBy: "\r\n\r\n").dropFirst().joined()
        #expect(body.utf8.count < Int(length) ?? 0, "\(server.text)")
        #expect(bench.exchanges(1).first?.server?.sentLast == nil)
    }

    @Test func `a body without a length is chunked, and its trailers cannot affect framing`() throws {
        let server = try RawCollector()
        let bench = try Self.bench(server.port)
        let client = try FrameClient(port: bench.proxy.address.port)
        try client.send(
            .request(Self.request(with: ("x", "y")), on: 1, endsStream: false),
            .data(Array("0\r\n\r\nGET /hidden HTTP/1.1\r\n\r\n".utf8), on: 1, endsStream: false),
            .request([("x", "y"), ("content-type", "a/b"), ("content-encoding", "br")], on: 1)
        )
        #expect(Waiting.until { server.text.hasSuffix("\r\n0\r\nx: y\r\n\r\n") }, "\(server.text)")
        #expect(server.text.contains("\r\n1d\r\n0\r\n\r\nGET /hidden"), "\(server.text)")
        #expect(server.text.components(separatedBy: "POST /a HTTP/1.1\r\n").count == 2)
    }

    @Test func `trailers after a body with a length are dropped`() throws {
        let server = try RawCollector()
        let bench = try Self.bench(server.port)
        let client = try FrameClient(port: bench.proxy.address.port)
        try client.send(
            .request(Self.request(with: ("content-length", "3")), on: 1, endsStream: false),
            .data(Array("abc".utf8), on: 1, endsStream: false),
            .request([("x", "y")], on: 1)
        )
        #expect(Waiting.until { server.text.hasSuffix("\r\n\r\nabc") }, "\(server.text)")
        try client.send(.reset(1))
        #expect(bench.exchanges(1).first?.server?.sentLast != nil)
    }
}
