import HTTP
import LinuxIO
import TestSupport
import Testing

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct RequestBodyTests {
    /// Answers with the request's body and its length.
    private func responder(_ reception: BodyReception) -> EchoResponder {
        EchoResponder(reception: reception) { request in
            .text(200, "\(String(decoding: request.body, as: UTF8.self)) of \(request.bodyBytes)")
        }
    }

    private static let leave =
        "PUT /c HTTP/1.1\r\nHost: o\r\nContent-Length: 9\r\nExpect: 100-Continue\r\n\r\n"

    @Test(arguments: [(BodyReception.drop, " of 9"), (.keep(atMost: 9), "ninebytes of 9")])
    func `a client that expects 100 Continue gets it`(
        reception: BodyReception,
        text: String
    ) throws {
        let exchanges = try ServerBench.serving(responder(reception)) { server in
            let client = try LoopbackClient(port: server.port)
            for _ in 0..<2 {
                try client.send(Self.leave)
                #expect(try client.response()?.head.status == 100)
                try client.send("ninebytes")
                let response = try client.response()
                #expect(response?.text == text)
                #expect(response?.head.fields["Connection"] == nil)
            }
        }
        #expect(exchanges.map(\.status) == [200, 200])
    }

    @Test func `a client that already sent its body gets no 100 Continue`() throws {
        try ServerBench.serving(responder(.keep(atMost: 100))) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.leave + "ninebytes")
            #expect(try client.response()?.text == "ninebytes of 9")
        }
    }

    @Test func `a declined body gets no 100 Continue and ends the connection`() throws {
        try ServerBench.serving(responder(.decline)) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.leave)
            let response = try client.response()
            #expect(response?.head.status == 200)
            #expect(response?.text == " of 0")
            #expect(response?.head.fields["Connection"] == "close")
            #expect(try client.response() == nil)
        }
    }

    @Test(arguments: [
        ("HTTP/1.1\r\nHost: o\r\nExpect: miracles\r\nContent-Length: 3", 417),
        ("HTTP/1.1\r\nHost: o\r\nExpect: 100-continue, more", 417),
        ("HTTP/1.1\r\nHost: o\r\nContent-Length: 11", 413),
        ("HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n0", 413),
        ("HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n0", 200),
        ("HTTP/1.1\r\nHost: o\r\nExpect: 100-continue", 200),
        ("HTTP/1.0\r\nExpect: miracles", 200),
    ])
    func `unacceptable requests are refused before the body is read`(rest: String, status: Int) throws {
        for (reception, limits) in [
            (BodyReception.keep(atMost: 10), ServingLimits()), (.drop, ServingLimits(droppedBody: 10)),
        ] {
            let exchanges = try ServerBench.serving(responder(reception), limits: limits) { server in
                let client = try LoopbackClient(port: server.port)
                try client.send("POST / \(rest)\r\n\r\n")
                let response = try client.response()
                #expect(response?.head.status == status)
                #expect(status == 200 || response?.head.fields["Connection"] == "close")
            }
            #expect(exchanges.map(\.status) == [status])
        }
    }

    @Test(arguments: ["*", "/x"]) func `OPTIONS reaches the responder with its target`(target: String) throws
    {
        try ServerBench.serving(EchoResponder()) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send("OPTIONS \(target) HTTP/1.1\r\nHost: o\r\n\r\n")
            #expect(try client.response(to: "OPTIONS")?.text == target)
        }
    }
}
