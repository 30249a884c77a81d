import Runs
import Testing
import Wire

@testable import netlab

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

    @Test func `the larger of a floor and a share is allowed`() {
        #expect(allowance.most(of: 1_000_000) == 500_000)
        #expect(allowance.most(of: 1_000_000_000) == 2_000_000)
    }

    @Test func `the worst is who used most of what it was allowed, not who took longest`() {
        let long = transfer("long.jpg", 10_000_000_000, late: 1_000_000)
        let short = transfer("short.jpg", 10_000_000, late: 400_000)
        let unknown = transfer("unknown.jpg", 10_000_000, late: nil)
        #expect(allowance.worst([long, short, unknown])?.transfer.file == "short.jpg")
        #expect(allowance.worst([unknown]) == nil)
    }

    @Test func `lateness is judged by the middle round, what no log accounts for by the worst`() {
        let rounds = ([300_000, 900_000, 200_000] as [Nanoseconds]).map {
            [transfer("\($0).jpg", 10_000_000, late: $0)]
        }
        #expect(allowance.worst(of: rounds)?.time == 300_000)
        #expect(allowance.worst(of: [rounds[0], rounds[1]])?.time == 900_000)
        #expect(allowance.worst(of: []) == nil)
        let worst = LedgerAllowance(cause: .emulation, round: .worst, floor: 500_000, share: 0.002)
        #expect(worst.worst(of: rounds)?.time == 900_000)
        #expect(LedgerAllowance.all.map(\.round) == [.worst, .middle])
    }
}
