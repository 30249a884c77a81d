import Logs
import Runs
import Testing
import Wire

@testable import Analysis

/// Ledgers of transfers whose packets nobody logged, in milliseconds.
@Suite struct EstimatedLedgerTests {
    private static let ms: Int64 = 1_000_000

    private var transfer: TransferResult {
        var transfer = TransferResult(
            id: 0,
            step: "cold",
            file: "0.jpg",
            url: "http://origin.netlab.test/0.jpg",
            source: .network,
            start: .zero,
            duration: 10 * Self.ms,
            bodyBytes: 1000,
            phases: TransferPhases(wait: 2 * Self.ms, receive: 8 * Self.ms)
        )
        transfer.clientPort = 4001
        transfer.theory = TransferTheory(article: 3 * Self.ms, wire: 4 * Self.ms, alone: nil, shared: nil)
        return transfer
    }

    @Test func `the line's overhead is what goes beyond the body, and the rest is not explained`() throws {
        let ledger = try #require(EstimatedLedger.ledger(transfer, []))
        #expect(ledger[.payload] == 3 * Self.ms && ledger[.overhead] == Self.ms)
        #expect(ledger[.unexplained] == 2 * Self.ms + 4 * Self.ms)
        #expect(ledger.isEstimated && ledger.unknown.contains(.server))
    }

    @Test func `an origin that answers at once is known to have taken no time`() throws {
        let at = LedgerRun.at(1000)
        let entry = OriginLogEntry(
            clientPort: 4001,
            order: 0,
            method: "GET",
            target: "/0.jpg",
            status: 200,
            headerBytes: 100,
            bodyBytes: 1000,
            accepted: .zero,
            requestFirstByte: at,
            requestLastByte: at,
            responseFirstByte: at,
            responseLastByte: at
        )
        let ledger = try #require(EstimatedLedger.ledger(transfer, [entry]))
        #expect(!ledger.unknown.contains(.server) && ledger[.unexplained] == 6 * Self.ms)
    }
}
