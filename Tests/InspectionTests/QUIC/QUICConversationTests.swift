import Inspection
import Testing
import Wire

/// Kept captures of HTTP/3, with keys and without.
struct QUICConversationTests {
    static let names = ["v1-aes128", "v2-chacha20", "retry-aes256", "early-data-refused"]

    @Test(arguments: names) func `HTTP/3 exchanges are read with the keys`(_ name: String) throws {
        let inspection = try RecordedConversation(name).inspect()
        #expect(inspection.findings.kept == [])
        #expect(inspection.exchanges.map(\.target) == ["/index.html", "/small"])
        #expect(inspection.exchanges.map(\.bodyBytes) == [6, 5000])
        for exchange in inspection.exchanges {
            #expect(exchange.status == 200 && exchange.isComplete && exchange.version == "HTTP/3")
            #expect(exchange.connection == .quic(0) && exchange.stream == nil)
            #expect(exchange.method == "GET" && exchange.retransmittedBytes == 0)
            let (sent, first, last) = (exchange.requestSent, exchange.firstByte, exchange.lastByte)
            #expect(sent.map { $0 < first ?? 0 } == true && first.map { $0 <= last ?? 0 } == true)
        }
        #expect(inspection.exchanges.map(\.httpStream) == [0, 4])
        #expect(inspection.exchanges.first?.quicOpening?.answer != nil)
    }

    @Test(arguments: names) func `the handshake is read from all spaces`(_ name: String) throws {
        let shake = try #require(RecordedConversation(name).inspect().quicHandshakes.first)
        #expect(shake.connection == .quic(0) && shake.datagrams == 0 && shake.end != nil)
        #expect(shake.applicationProtocol == "h3" && shake.failure == nil)
        #expect(shake.steps.contains { $0.name == "Finished" && $0.isFromClient })
        #expect(shake.steps.contains { $0.name == "Retry" } == name.hasPrefix("retry"))
        #expect(shake.resumption != .preSharedKey && !shake.certificates.isEmpty)
        #expect((shake.earlyData == .rejected) == name.hasPrefix("early"))
        #expect(shake.quic == (name.hasPrefix("v2") ? .two : .one))
    }

    @Test(arguments: names) func `without keys only the hellos are read`(_ name: String) throws {
        let inspection = try RecordedConversation(name).inspect(isOpen: false)
        #expect(inspection.exchanges.isEmpty && inspection.findings.kept == [])
        let shake = try #require(inspection.quicHandshakes.first)
        #expect(shake.offer?.serverName == "localhost" && shake.version == .tls13 && shake.end == nil)
        #expect(inspection.datagrams.first?.content == .quic)
    }

    @Test(arguments: names) func `packets that were cut are reported, not guessed`(_ name: String) throws {
        let inspection = try RecordedConversation(name).inspect(most: 64)
        #expect(inspection.exchanges.allSatisfy { !$0.isComplete })
        #expect(
            inspection.findings.kept.contains {
                if case .cutQUIC = $0.fault { $0.connection == .quic(0) } else { false }
            }
        )
        #expect(inspection.datagrams.first?.content == .quic)
    }

    @Test(arguments: names) func `any one packet may be missing`(_ name: String) throws {
        let conversation = try RecordedConversation(name)
        for lost in 1...24 {
            let inspection = conversation.inspect { $0 != lost }
            for exchange in inspection.exchanges where exchange.isComplete {
                #expect([6, 5000].contains(exchange.bodyBytes))
            }
        }
    }
}
