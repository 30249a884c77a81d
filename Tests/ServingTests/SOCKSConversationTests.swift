import HTTP
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct SOCKSConversationTests {
    private static func serving(
        _ responder: EchoResponder,
        _ protocols: HTTPProtocols = [.http1, .http2, .socks],
        limits: ServingLimits = ServingLimits(),
        _ body: (LoopbackClient) throws -> Void
    ) throws -> [ServedExchange] {
        let server = try HTTPServer(
            listener: Listener(address: "127.0.0.1", protocols: protocols),
            responder: responder,
            clock: RunClock(),
            limits: limits
        )
        try server.start()
        defer { server.stop() }
        try body(LoopbackClient(port: server.port))
        server.stop()
        return responder.ended
    }

    /// Lets requests in the clear follow a CONNECT, and answers those with what it knows of them.
    private static var requests: EchoResponder {
        .answering { request in
            guard request.head.method == "CONNECT" else {
                return .now(.text(200, "\(request.head.target) in \(request.tunnel?.target ?? "none")"))
            }
            return .now(ServedResponse(head: HTTPResponseHead(status: 200), takeover: .requests))
        }
    }

    @Test(
        arguments: [
            [5, 1, 0, 5, 1, 0, 3, 6] + Array("a.test".utf8) + [0, 80],
            [4, 1, 0, 80, 0, 0, 0, 1, 0] + Array("a.test".utf8) + [0],
        ] as [[UInt8]]
    )
    func `a SOCKS request is a CONNECT, and requests may follow at once`(_ bytes: [UInt8]) throws {
        let exchanges = try Self.serving(Self.requests) { client in
            try client.send(
                bytes + Array("GET /a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n".utf8)
            )
            let received = try client.receiveToEnd()
            let replies: [UInt8] =
                bytes[0] == 5 ? [5, 0] + SOCKSReply.granted.bytes(.v5) : SOCKSReply.granted.bytes(.v4a)
            #expect(received.starts(with: replies))
            let text = String(decoding: received.dropFirst(replies.count), as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 200") && text.hasSuffix("/a in a.test:80"), "\(text)")
        }
        #expect(exchanges.map(\.socks) == [bytes[0] == 5 ? .v5 : .v4a, nil])
        #expect(exchanges.map(\.request?.method) == ["CONNECT", "GET"])
        #expect(exchanges.map(\.order) == [0, 0])
    }

    @Test func `a SOCKS greeting within a tunnel is rejected`() throws {
        _ = try Self.serving(Self.requests) { client in
            try client.send([5, 1, 0, 5, 1, 0, 1, 1, 2, 3, 4, 0, 80] + [5, 1, 13, 10, 13, 10])
            let text = String(decoding: try client.receiveToEnd().dropFirst(12), as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 400"), "\(text)")
        }
    }

    @Test func `only listeners with SOCKS enabled accept it`() throws {
        _ = try Self.serving(Self.requests, [.http1, .http2]) { client in
            try client.send([5, 1, 13, 10, 13, 10])
            #expect(try client.receiveToEnd().starts(with: Array("HTTP/1.1 400".utf8)))
        }
    }

    @Test(arguments: [
        ("connection_refused", SOCKSReply.refused), ("destination_ip_unroutable", .networkUnreachable),
        ("destination_ip_prohibited", .notAllowed), ("http_request_denied", .notAllowed),
        ("dns_error; details=x", .hostUnreachable), ("dns_error", .hostUnreachable),
        ("connection_timeout", .expired),
        ("unheard_of", .failed),
    ])
    func `a response without a tunnel gives the reply code for its reason`(
        _ reason: String,
        _ reply: SOCKSReply
    ) throws {
        let late = LateResponse()
        let exchanges = try Self.serving(.answering { _ in .late(late) }) { client in
            try client.send([5, 1, 0, 5, 1, 0, 1, 1, 2, 3, 4, 0, 80])
            let head = HTTPResponseHead(status: 502, fields: ["Proxy-Status": "proxy; error=\(reason)"])
            late.fulfil(ServedResponse(head: head, body: ServedBody("a page")))
            #expect(try client.receiveToEnd() == [5, 0] + reply.bytes(.v5))
        }
        #expect(exchanges.map(\.status) == [502])
        #expect(exchanges.first?.headerBytes == 10 && exchanges.first?.responseLastByte != nil)
    }

    @Test(
        arguments: [
            ([5, 1, 2], [5, 0xFF]),
            ([5, 1, 0, 5, 2, 0, 1, 1, 2, 3, 4, 0, 80], [5, 0] + SOCKSReply.unknownCommand.bytes(.v5)),
            ([5, 1, 0, 5, 1, 0, 3, 1, 0x20, 0, 80], [5, 0] + SOCKSReply.hostUnreachable.bytes(.v5)),
            ([5, 1, 0, 5, 1, 0, 1, 1, 2, 3, 4, 0, 0], [5, 0] + SOCKSReply.hostUnreachable.bytes(.v5)),
        ] as [([UInt8], [UInt8])]
    )
    func `an invalid SOCKS request is rejected without asking the responder`(
        _ bytes: [UInt8],
        _ replies: [UInt8]
    ) throws {
        let responder = EchoResponder()
        let exchanges = try Self.serving(responder) { client in
            try client.send(bytes)
            #expect(try client.receiveToEnd() == replies)
        }
        #expect(exchanges.map(\.request) == [nil] && exchanges.map(\.status) == [400])
    }

    @Test func `an incomplete request times out`() throws {
        var limits = ServingLimits()
        limits.head = 50_000_000
        let exchanges = try Self.serving(EchoResponder(), limits: limits) { client in
            try client.send([5, 1, 0, 5, 1])
            #expect(try client.receiveToEnd() == [5, 0])
        }
        #expect(exchanges.isEmpty)
    }

    @Test func `a client that disconnects before its reply abandons the response`() throws {
        let late = LateResponse()
        let asked = BodyStream()
        let responder = EchoResponder.answering { _ in
            asked.write([1])
            return .late(late)
        }
        let exchanges = try Self.serving(responder) { client in
            try client.send([5, 1, 0, 5, 1, 0, 1, 1, 2, 3, 4, 0, 80])
            #expect(Waiting.until { asked.hasContent })
            client.reset()
            #expect(Waiting.until { late.isUnwanted })
        }
        #expect(exchanges.map(\.status) == [0])
    }
}
