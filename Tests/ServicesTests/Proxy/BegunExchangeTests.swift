import HTTP
import JSON
import LinuxIO
import Testing
import Wire

@testable import Proxy
@testable import Services

@Suite struct BegunExchangeTests {
    @Test(arguments: [nil, 203])
    func `is written as one JSON object with foreign text escaped`(_ status: Int?) throws {
        let exchange = BegunExchange(
            number: 7,
            kind: .intercepted,
            method: "GET",
            url: "https://a.test/\"\n",
            client: SocketAddress(host: .loopback4, port: 9),
            phase: .receiving,
            status: status,
            requestBytes: 1,
            responseBytes: 2,
            messages: status.map { MessageTraffic(.events, received: MessageCount(messages: $0, bytes: 5)) },
            duration: 300_000_000
        )
        var writer = JSONWriter()
        exchange.write(to: &writer)
        #expect(!writer.bytes.contains(0x0A))
        let value = try JSONValue(parsing: writer.bytes)
        #expect(value["number"]?.int == 7 && value["kind"]?.text == "intercepted")
        #expect(value["url"]?.text == exchange.url && value["client"]?.text == "127.0.0.1:9")
        #expect(value["phase"]?.text == "receiving" && value["status"]?.int == status)
        #expect(value["requestBodyBytes"]?.int == 1 && value["responseBodyBytes"]?.int == 2)
        #expect(value["messagesReceived"]?.int == status)
        #expect(value["durationNs"]?.int64 == 300_000_000)
    }
}
