import Runs
import Testing
import Wire

@testable import Analysis
@testable import Inspection

/// Exchanges of which only encrypted records are known.
@Suite struct EstimateLedgerTests {
    private static let epoch: Int64 = 1_790_000_000_000_000_000

    private static func at(_ ms: Int64) -> Int64 { epoch + ms * 1_000_000 }

    private let client = Endpoint(address: .v4(1), port: 5_000)
    private let server = Endpoint(address: .v4(2), port: 443)

    /// A connection whose round trip takes 100 ms, with TLS for as long, a request, and an answer 300 ms later that takes
    /// 500 ms.
    private var inspection: CaptureInspection {
        var flow = CaptureFlow(
            stream: 0,
            client: client,
            server: server,
            isClientGuessed: false,
            firstStamp: Self.at(0),
            lastStamp: Self.at(1_000)
        )
        flow.handshake = Handshake(syn: Self.at(0), synAck: Self.at(100), ack: Self.at(100))
        flow.content = .tls
        for ms in stride(from: Int64(500), through: 1_000, by: 10) {
            flow.down.goodput.add(1_460, at: Self.at(ms))
        }
        flow.down.streamBytes = 51 * 1_460
        flow.down.wireBytes = 51 * 1_512
        var handshake = CaptureHandshake(stream: 0, client: client, server: server, start: Self.at(100))
        handshake.end = Self.at(200)
        return CaptureInspection(flows: [flow], handshakes: [handshake])
    }

    private var estimate: CaptureEstimate {
        CaptureEstimate(
            stream: 0,
            order: 0,
            client: client,
            server: server,
            serverName: nil,
            requestBytes: 100,
            responseBytes: 50 * 1_460,
            requestSent: Self.at(200),
            firstByte: Self.at(500),
            lastByte: Self.at(1_000)
        )
    }

    @Test func `they have the causes of any exchange`() throws {
        var ledgers = CaptureLedgers(inspection)
        let made = ledgers.ledger(of: estimate)
        let ledger = try #require(made)
        #expect(ledger.start == Self.at(0) && ledger.end == Self.at(1_000))
        #expect(ledger.rows.total == 1_000_000_000)
        #expect(ledger.rows[.connect] == 100_000_000 && ledger.rows[.tls] == 100_000_000)
        #expect(ledger.rows[.server] == 200_000_000, "without the request's round trip")
        let payload = try #require(ledger.rows[.payload])
        #expect(payload > 400_000_000 && payload <= 500_000_000)
        let overhead = try #require(ledger.rows[.overhead])
        #expect(overhead > 0 && overhead < payload / 20)
    }

    @Test func `times that contradict each other have none`() {
        var estimate = estimate
        estimate.firstByte = Self.at(100)
        var ledgers = CaptureLedgers(inspection)
        let made = ledgers.ledger(of: estimate)
        #expect(made == nil)
    }
}
