import HTTP
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct ClientConnectionCountsTests {
    private static let limits = ServingLimits(connections: 8)

    @Test func `one address gets three quarters of the connections`() throws {
        var crowd = ClientConnectionCounts(Self.limits)
        let client = try #require(IPAddress("192.0.2.7"))
        for _ in 0..<6 {
            #expect(crowd.admits(client))
            crowd.enter(client)
        }
        #expect(!crowd.admits(client) && crowd.count == 6)
        #expect(crowd.admits(try #require(IPAddress("192.0.2.8"))))
        crowd.leave(client)
        #expect(crowd.admits(client))
    }

    @Test func `an IPv6 network counts as one client`() throws {
        var crowd = ClientConnectionCounts(Self.limits)
        for number in 0..<6 { crowd.enter(try #require(IPAddress("2001:db8::\(number)"))) }
        #expect(!crowd.admits(try #require(IPAddress("2001:db8::7"))))
        #expect(crowd.admits(try #require(IPAddress("2001:db8:0:1::7"))))
    }

    @Test func `local programs may use all connections`() {
        var crowd = ClientConnectionCounts(Self.limits)
        for _ in 0..<8 { crowd.enter(.loopback4) }
        #expect(crowd.admits(.loopback4))
        for _ in 0..<8 { crowd.enter(.loopback6) }
        #expect(crowd.admits(.loopback6))
    }

    @Test func `at the limit half-closed clients are dropped, even while they wait for a response`() throws {
        let responder = EchoResponder.answering {
            $0.head.target == "/late" ? .late(LateResponse()) : .now(.text(200, "ok"))
        }
        try ServerBench.serving(responder, limits: Self.limits) { server in
            let gone = try (0..<8).map { _ in try LoopbackClient(port: server.port) }
            for client in gone {
                try client.send("GET /late HTTP/1.1\r\nHost: o\r\n\r\n")
                client.finishSending()
            }
            let next = try LoopbackClient(port: server.port)
            try next.send("GET / HTTP/1.1\r\nHost: o\r\n\r\n")
            #expect(try next.response()?.text == "ok")
        }
    }

    @Test func `at the limit the longest idle connections are closed`() throws {
        let late = LateResponse()
        let responder = EchoResponder.answering {
            $0.head.target == "/late" ? .late(late) : .now(.text(200, "ok"))
        }
        try ServerBench.serving(responder, limits: Self.limits) { server in
            let waiting = try LoopbackClient(port: server.port)
            try waiting.send("GET /late HTTP/1.1\r\nHost: o\r\n\r\n")
            let idle = try (0..<7).map { _ in try LoopbackClient(port: server.port) }
            for client in idle {
                try client.send("GET / HTTP/1.1\r\nHost: o\r\n\r\n")
                #expect(try client.response()?.text == "ok")
            }
            let next = try LoopbackClient(port: server.port)
            try next.send("GET / HTTP/1.1\r\nHost: o\r\n\r\n")
            #expect(try next.response()?.text == "ok")
            // The first goes, the others stay, and so does the one that waits for its answer.
            #expect(try idle[0].receive().isEmpty)
            for client in idle.dropFirst() { #expect(!client.isReadable(milliseconds: 0)) }
            late.fulfil(.text(200, "late"))
            #expect(try waiting.response()?.text == "late")
        }
    }
}
