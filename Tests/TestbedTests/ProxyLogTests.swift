import Forwarding
import HTTP
import LinuxIO
import Logs
import Proxy
import Serving
import Testing
import Wire

@testable import Testbed

@Suite struct ProxyLogTests {
    private static func at(_ time: Int64) -> Instant { Instant(nanoseconds: time) }

    private static func served(_ method: String, _ target: String, status: Int = 200) -> ServedExchange {
        ServedExchange(
            client: SocketAddress(host: .loopback4, port: 40_000),
            order: 1,
            request: HTTPRequestHead(method: method, target: target, fields: [:]),
            status: status,
            accepted: .zero,
            requestFirstByte: at(5),
            requestLastByte: at(6),
            responseFirstByte: at(50),
            responseLastByte: at(60)
        )
    }

    private static func facts(isReused: Bool) -> UpstreamFacts {
        var facts = UpstreamFacts(to: Destination(host: "a.test", port: 443, isEncrypted: true))
        (facts.localPort, facts.order, facts.isReused) = (50_000, 2, isReused)
        var times = ConnectionTimes(connectBegan: at(10))
        (times.connectEnded, times.handshakeBegan, times.handshakeEnded) = (at(20), at(20), at(30))
        facts.connection = times
        (facts.sentFirst, facts.sentLast, facts.receivedFirst) = (at(31), at(32), at(40))
        facts.receivedLast = at(45)
        facts.head = HTTPResponseHead(status: 203)
        (facts.requestHeadBytes, facts.responseHeadBytes) = (70, 80)
        facts.responseBodyBytes = 100
        return facts
    }

    @Test func `an exchange is logged with both connections`() throws {
        let tunnel = HTTPRequestHead(method: "CONNECT", target: "a.test:443", fields: [:])
        let entry = try #require(
            ProxyLogEntry(
                ProxyExchange(
                    number: 2,
                    client: Self.served("GET", "/a.jpg"),
                    tunnel: tunnel,
                    server: Self.facts(isReused: false)
                )
            )
        )
        #expect(entry.url == "https://a.test/a.jpg" && entry.clientPort == 40_000)
        #expect((entry.arrived, entry.passedOn) == (Self.at(5), Self.at(60)))
        let upstream = try #require(entry.upstream)
        #expect((upstream.localPort, upstream.order, upstream.status) == (50_000, 2, 203))
        #expect(upstream.bodyBytes == 100)
        #expect(upstream.phases == TransferPhases(connect: 10, tls: 10, request: 1, wait: 8, receive: 5))
    }

    @Test func `a reused connection has no setup times`() throws {
        let exchange = ProxyExchange(
            number: 1,
            client: Self.served("GET", "http://a.test/a.jpg"),
            server: Self.facts(isReused: true)
        )
        let upstream = try #require(ProxyLogEntry(exchange)?.upstream)
        #expect(upstream.isKeptAlive && upstream.connectStart == nil && upstream.handshakeEnd == nil)
        #expect(upstream.begun == Self.at(31))
    }

    @Test func `a CONNECT is not logged`() {
        let exchange = ProxyExchange(number: 1, client: Self.served("CONNECT", "a.test:443"))
        #expect(exchange.kind == .interception && ProxyLogEntry(exchange) == nil)
    }

    @Test func `a proxy resolves the origin's hosts like the client`() {
        var route = OriginRoute(hosts: ["a.test", "b.test"], address: "10.0.0.2")
        let place = SocketAddress("10.0.0.2", port: 0)
        #expect(route.places.count == 2 && route.places["a.test"] == place)
        route.address = "127.0.0.1:8080"
        #expect(route.places["b.test"] == SocketAddress("127.0.0.1", port: 8080))
        route.address = nil
        #expect(route.places.isEmpty)
    }
}
