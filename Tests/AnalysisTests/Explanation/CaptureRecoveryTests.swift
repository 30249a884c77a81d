import Inspection
import Runs
import Testing
import Wire

@testable import Analysis

@Suite struct CaptureRecoveryTests {
    private static let epoch: Int64 = 1_790_000_000_000_000_000
    private static let ms: Int64 = 1_000_000

    private static func at(_ ms: Int64) -> Int64 { epoch + ms * Self.ms }

    private func endpoint(_ port: UInt16) -> Endpoint {
        Endpoint(address: .v4(0x0A00_0001), port: port)
    }

    /// A SYN at 0, an answer at 20 ms, the request at 21 ms, 70 ms of thinking, then 100 kB from 111 ms to 211 ms.
    private func inspection() -> CaptureInspection {
        var exchange = CaptureExchange(stream: 0, order: 0, client: endpoint(5000), server: endpoint(80))
        exchange.url = "http://example.com/images/a.jpg?size=2"
        exchange.status = 200
        exchange.handshake = Handshake(syn: Self.at(0), synAck: Self.at(20), ack: Self.at(20))
        (exchange.requestSent, exchange.firstByte, exchange.lastByte) = (
            Self.at(21), Self.at(111), Self.at(211)
        )
        (exchange.bodyBytes, exchange.wireDownBytes) = (100_000, 104_000)
        exchange.isComplete = true
        var flow = CaptureFlow(
            stream: 0,
            client: endpoint(5000),
            server: endpoint(80),
            isClientGuessed: false,
            firstStamp: Self.at(0),
            lastStamp: Self.at(211)
        )
        flow.handshake = exchange.handshake
        return CaptureInspection(exchanges: [exchange], flows: [flow], firstStamp: Self.at(0))
    }

    private func ledger(_ inspection: CaptureInspection) throws -> TransferLedger {
        let result = try #require(CaptureRecovery(inspection, name: "a.pcapng").result)
        let transfer = try #require(result.transfers.first)
        let ledger = try #require(transfer.ledger)
        #expect(ledger.total == transfer.duration && ledger.isEstimated)
        return ledger
    }

    @Test
    func `packets tell round trips, the server and the way back; the rest is not known or not explained`()
        throws
    {
        let ledger = try ledger(inspection())
        #expect(ledger[.connect] == 20 * Self.ms)
        #expect(ledger[.request] == 10 * Self.ms && ledger[.propagation] == 10 * Self.ms)
        #expect(ledger[.server] == 70 * Self.ms)
        // The client let its connection wait, and the response's rate is unknown.
        #expect(ledger[.blocked] == Self.ms && ledger[.unexplained] == 100 * Self.ms)
        for cause in [LedgerCause.cache, .sharing, .window, .recovery, .emulation, .dns] {
            #expect(ledger[cause] == nil)
        }
    }

    @Test func `bytes take what they take at the fastest that was seen`() throws {
        let exchange = try #require(inspection().exchanges.first)
        let flow = try #require(inspection().flows.first)
        let told = try #require(CaptureLedger(exchange, flow, secured: nil, line: SeenLine(rate: 2_000_000)))
            .rows
        #expect(told[.payload] == 50 * Self.ms && told[.overhead] == 2 * Self.ms)
        #expect(told[.unexplained] == 48 * Self.ms && told[.blocked] == Self.ms)
        let slow = try #require(CaptureLedger(exchange, flow, secured: nil, line: SeenLine(rate: 1000))).rows
        #expect(slow[.payload] == 100 * Self.ms && slow[.overhead] == 0)
        #expect(slow.total == 211 * Self.ms)
    }

    @Test func `a client that lets its connection wait is named; over one in use nobody knows`() throws {
        var ahead = inspection()
        ahead.exchanges[0].requestSent = Self.at(91)
        let recovery = try #require(CaptureRecovery(ahead, name: "a.pcapng").result)
        let transfer = try #require(recovery.transfers.first)
        #expect(transfer.ledger?[.blocked] == 71 * Self.ms)
        #expect(TransferExplanation(transfer, of: recovery).isOfCapture)
        ahead.exchanges[0].order = 1
        #expect(try ledger(ahead)[.blocked] == nil)
    }

    @Test func `a closed window, a handshake and what came twice are seen`() throws {
        var exchange = try #require(inspection().exchanges.first)
        var flow = try #require(inspection().flows.first)
        exchange.requestSent = Self.at(41)
        exchange.retransmittedBytes = 2000
        flow.up.sender.zeroWindowTime = 30 * Self.ms
        let line = SeenLine(rate: 2_000_000)
        let rows = try #require(CaptureLedger(exchange, flow, secured: Self.at(41), line: line)).rows
        #expect(rows[.tls] == 21 * Self.ms && rows[.receiver] == 30 * Self.ms)
        #expect(rows[.retransmit] == Self.ms && rows[.server] == 50 * Self.ms)
    }

    @Test func `what lacks a part is counted, and a capture without a whole exchange is not explained`() {
        var some = inspection()
        some.exchanges.append(some.exchanges[0])
        some.exchanges[1].lastByte = nil
        let recovery = CaptureRecovery(some, name: "a.pcapng")
        #expect(recovery.result?.transfers.map(\.file) == ["a.jpg"])
        #expect(recovery.missing == [.partialExchanges(1)])
        some.exchanges[0].isComplete = false
        #expect(CaptureRecovery(some, name: "").missing.first == .cutResponses(1))
        some.exchanges.removeFirst()
        #expect(CaptureRecovery(some, name: "a.pcapng").result == nil)
        #expect(CaptureRecovery(CaptureInspection(), name: "").result == nil)
    }

    @Test func `stamps that lead nowhere are not believed`() {
        for (sent, last) in [(Int64.min, Int64.max), (-5, 10), (0, .max), (10, 5)] {
            var wild = inspection()
            wild.exchanges[0].handshake = nil
            (wild.exchanges[0].requestSent, wild.exchanges[0].firstByte) = (sent, sent)
            wild.exchanges[0].lastByte = last
            #expect(CaptureRecovery(wild, name: "").result == nil)
        }
    }
}
