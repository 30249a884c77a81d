import JSON
import Logs
import Runs
import Testing
import Wire

@Suite struct TransferResultTests {
    @Test func `a transfer without network use has null for wire values`() {
        let transfer = TransferResult(
            id: 3,
            step: "warm",
            file: "a.jpg",
            url: "http://origin.netlab.test/a.jpg",
            source: .memory,
            status: 200,
            tier: .memory,
            start: Instant(nanoseconds: 5),
            duration: 10,
            bodyBytes: 100
        )
        for key in ["wireStatus", "connection", "clientLog", "capture", "theory", "ledger", "phases"] {
            #expect(transfer.json[key] == .null, "\(key)")
        }
        #expect(transfer.json["source"] == "memory")
        #expect(transfer.measured == nil)
    }

    @Test(arguments: [
        (125_724, Int64(0), Int64(502_896_000), Int64?(2_000_000)), (0, 0, 5, nil), (100, 7, 7, nil),
        (3, 0, 7, nil),
    ])
    func `speed is body bits divided by the time from first to last byte`(
        size: Int,
        first: Int64,
        last: Int64,
        speed: Int64?
    ) {
        let witness = ExchangeWitness(
            sizeBytes: size,
            request: Instant(nanoseconds: -100),
            firstByte: Instant(nanoseconds: first),
            lastByte: Instant(nanoseconds: last)
        )
        #expect(witness.speedBps == speed)
        #expect(witness.duration == last + 100)
    }
}
