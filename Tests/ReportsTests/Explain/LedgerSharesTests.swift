import Runs
import Testing

@testable import Reports

@Suite struct LedgerSharesTests {
    @Test func `names the largest causes and sums up the others`() {
        let ledger = TransferLedger([.payload: 891, .sharing: 60, .connect: 30, .request: 19])
        #expect(LedgerShares(ledger).text == "89.1 % payload, 6.0 % sharing, 3.0 % connect, 1.9 % request")
        let small = TransferLedger([.payload: 9900, .sharing: 60, .connect: 40])
        #expect(LedgerShares(small).text == "99.0 % payload, 0.6 % sharing")
        let many = TransferLedger([
            .payload: 300, .sharing: 200, .connect: 150, .request: 120, .window: 110, .propagation: 70,
            .overhead: 50,
        ])
        #expect(
            LedgerShares(many).text
                == "30.0 % payload, 20.0 % sharing, 15.0 % connect, 12.0 % request, 11.0 % window, 12.0 % other"
        )
    }

    @Test func `an empty ledger has no shares`() {
        #expect(LedgerShares(TransferLedger([:])).text == nil)
        #expect(LedgerShares(TransferLedger([.payload: 0])).text == nil)
    }
}
