import Runs
import Testing

@testable import Reports

@Suite struct LedgerBarTests {
    @Test func `a bar shows causes in the order of the transfer`() {
        let ledger = TransferLedger([
            .payload: 500, .connect: 30, .request: 19, .propagation: 60, .outage: 90,
        ])
        let bar = LedgerBar(ledger, label: "a.jpg", longest: ledger.total).bar
        #expect(bar.parts.map(\.cause) == [.connect, .request, .outage, .payload, .propagation])
        #expect(bar.captions.first?.hasPrefix("payload") == true)
    }

    @Test func `every cause has a place in chronological order`() {
        #expect(LedgerCause.inTime.count == LedgerCause.allCases.count)
        #expect(Set(LedgerCause.inTime) == Set(LedgerCause.allCases))
    }
}
