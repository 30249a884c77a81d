import HTTP
import LinuxIO
import Proxy
import Serving
import Testing
import Wire

@testable import Services

@Suite(.timeLimit(.minutes(1)))
struct ProxyLogTests {
    @Test func `queues up to 65,536 exchanges and counts the others`() throws {
        let log = try ProxyLog(RunClock(), LineClients())
        let client = ServedExchange(
            client: SocketAddress(address: 0x7F00_0001, port: 7),
            order: 0,
            request: HTTPRequestHead(method: "GET", target: "/"),
            status: 200,
            bodyBytes: 0,
            accepted: .zero,
            requestFirstByte: .zero,
            requestLastByte: .zero
        )
        for number in 1...65_538 { log.ended(ProxyExchange(number: number, client: client)) }
        let news = log.take()
        #expect(news.exchanges.count == 65_536 && news.lost == 2)
        #expect(log.totals.requests == 65_538)
        #expect(log.totals.line == nil)
    }
}
