import Testing
import Wire

@testable import RealTime

@Suite(.timeLimit(.minutes(1)))
struct WakingAllowanceTests {
    private static let first = WakingAllowance.first

    @Test(
        arguments: [
            // Time until due, and time slept: a five-hundredth less, minus the learnt lateness.
            (first, 0), (first + 2_000, 0), (first + 10_000, 9_680), (5_000_000, 4_840_000),
            (100_000_000, 99_650_000),
        ] as [(Nanoseconds, Nanoseconds)]
    )
    func `a thread wakes shortly before a packet is due`(left: Nanoseconds, slept: Nanoseconds) {
        #expect(WakingAllowance().sleep(dueIn: left) == slept)
    }

    @Test(
        arguments: [
            (5_000_000, 0), (30_000_000, 0), (100_000_000, 69_800_000),
        ] as [(Nanoseconds, Nanoseconds)]
    )
    func `with sleeping processors a thread wakes much earlier`(left: Nanoseconds, slept: Nanoseconds) {
        #expect(WakingAllowance(processorsSleep: true).sleep(dueIn: left) == slept)
    }

    @Test func `in a crowd a thread does not spin, with or without sleeping processors`() {
        for processorsSleep in [false, true] {
            var allowance = WakingAllowance(processorsSleep: processorsSleep)
            allowance.isCrowded = true
            #expect(allowance.sleep(dueIn: 5_000_000) == 5_000_000 - 20_000 - 10_000)
            #expect(allowance.linger == 0)
        }
    }

    @Test func `one sleep in 200 ends too late in the long run`() {
        // Woken 80 us late once in a hundred times, otherwise 40 us late.
        var allowance = WakingAllowance()
        for number in 0..<20_000 { allowance.woke(late: number % 100 == 0 ? 80_000 : 40_000) }
        #expect((75_000...90_000).contains(allowance.length))
        // Also once in a thousand: the allowance settles beyond the usual lateness.
        for number in 0..<200_000 { allowance.woke(late: number % 1000 == 0 ? 80_000 : 40_000) }
        #expect((40_000...50_000).contains(allowance.length))
    }

    @Test(
        arguments: [
            // Lateness each time, and the resulting allowance.
            (0, WakingAllowance.least), (500_000, WakingAllowance.most), (WakingAllowance.kept, first),
        ] as [(Nanoseconds, Nanoseconds)]
    )
    func `the allowance is bounded and ignores a preempted thread`(
        late: Nanoseconds,
        length: Nanoseconds
    ) {
        var allowance = WakingAllowance()
        for _ in 0..<10_000 { allowance.woke(late: late) }
        #expect(allowance.length == length)
    }
}
