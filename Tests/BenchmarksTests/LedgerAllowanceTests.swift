import Logs
import Runs
import Testing
import Wire

@testable import Benchmarks

@Suite struct LedgerAllowanceTests {
    private let allowance = LedgerAllowance(cause: .emulation, round: .middle, floor: 500_000, share: 0.002)

    private func transfer(_ file: String, _ duration: Nanoseconds, late: Nanoseconds?) -> TransferResult {
        var transfer = TransferResult(
            id: 0,
            step: "cold",
            file: file,
            url: "",
            source: .network,
            start: .zero,
            duration: duration,
            bodyBytes: 1
        )
        transfer.ledger = late.map { TransferLedger([.emulation: $0, .payload: duration - $0]) }
        return transfer
    }

    @Test func `allows the larger of the floor and the share`() {
        #expect(allowance.most(of: 1_000_000) == 500_000)
        #expect(allowance.most(of: 1_000_000_000) == 2_000_000)
    }

    @Test func `the worst transfer used most of its allowance, and need not be the longest`() {
        let long = transfer("long.jpg", 10_000_000_000, late: 1_000_000)
        let short = transfer("short.jpg", 10_000_000, late: 400_000)
        let unknown = transfer("unknown.jpg", 10_000_000, late: nil)
        #expect(allowance.worst(of: [[long, short, unknown]])?.transfer.file == "short.jpg")
        #expect(allowance.worst(of: [[unknown]]) == nil)
    }

    private func rounds(_ late: [Nanoseconds?]...) -> [[TransferResult]] {
        late.map { late in
            late.enumerated().map { transfer("\($0.offset).jpg", 10_000_000, late: $0.element) }
        }
    }

    @Test func `emulation lateness is judged by the middle round, unaccounted time by the worst`() {
        let rounds = rounds([300_000], [900_000], [200_000])
        #expect(allowance.worst(of: rounds)?.time == 300_000)
        #expect(allowance.worst(of: [rounds[0], rounds[1]])?.time == 900_000)
        #expect(allowance.worst(of: []) == nil)
        let worst = LedgerAllowance(cause: .emulation, round: .worst, floor: 500_000, share: 0.002)
        #expect(worst.worst(of: rounds)?.time == 900_000)
        #expect(LedgerAllowance.all.map(\.round) == [.worst, .middle])
    }

    @Test func `each transfer has a middle round of its own`() {
        // The machine stalled in each round, but each time for another transfer.
        let rounds = rounds(
            [900_000, 10_000, 20_000],
            [10_000, 900_000, 30_000],
            [50_000, 40_000, 900_000]
        )
        #expect(allowance.worst(of: rounds)?.time == 50_000)
        // A transfer that is late in most rounds is late.
        let late = self.rounds([10_000, 700_000], [10_000, 20_000], [10_000, 800_000])
        #expect(allowance.worst(of: late)?.time == 700_000)
        #expect(allowance.worst(of: late)?.transfer.file == "1.jpg")
        // One round that was cut short, and one without figures.
        #expect(allowance.worst(of: self.rounds([10_000, 700_000], [20_000]))?.time == 700_000)
        #expect(allowance.worst(of: self.rounds([600_000], [nil], [10_000]))?.time == 600_000)
    }

    @Test func `counts late transfers over all rounds`() {
        let late = allowance.excesses(in: rounds([900_000, 500_000, nil], [10_000, 500_001, 20_000]))
        #expect(late == (2, 5))
    }
}
