import Testing
import Wire

@testable import RealTime

@Suite(.timeLimit(.minutes(1)))
struct LearntAllowanceTests {
    @Test func `a sleep ends before the packet is due by the allowance plus 1/500`() {
        let allowance = WakingAllowance()
        #expect(allowance.sleep(dueIn: 5_000_000) == 5_000_000 - 150_000 - 10_000)
        #expect(allowance.sleep(dueIn: 150_000) == 0)
        #expect(allowance.sleep(dueIn: 152_000) == 0)
        #expect(allowance.sleep(dueIn: -7) == 0)
    }

    /// Lateness as on a real machine; returns the share later than the allowance in the second half.
    private func share(late: (Int) -> Nanoseconds, crowded: Bool = false) -> (Double, Nanoseconds) {
        var allowance = WakingAllowance()
        allowance.isCrowded = crowded
        var tooLate = 0
        for number in 0..<20_000 {
            let lateness = late(number)
            if number >= 10_000, lateness > allowance.length { tooLate += 1 }
            allowance.woke(late: lateness)
        }
        return (Double(tooLate) / 10_000, allowance.length)
    }

    @Test(arguments: [8_000, 40_000, 100_000] as [Nanoseconds])
    func `one sleep in 200 ends too late, for any typical lateness`(typical: Nanoseconds) {
        let (share, length) = share { number in
            // Uniform from zero to twice the typical value.
            Nanoseconds(SplitMix.mixed(UInt64(number)) % UInt64(2 * typical))
        }
        #expect((0.003...0.008).contains(share))
        #expect(length > typical)
        #expect(length < 3 * typical)
    }

    @Test func `the allowance is bounded and ignores a thread that was preempted`() {
        #expect(share { _ in 0 }.1 == WakingAllowance.least)
        #expect(share { _ in 900_000 }.1 == WakingAllowance.most)
        #expect(share { _ in WakingAllowance.kept }.1 == WakingAllowance.first)
    }

    @Test func `in a crowd it spins little and does not linger`() {
        #expect(share(late: { _ in 900_000 }, crowded: true).1 == WakingAllowance.mostInCrowd)
        var allowance = WakingAllowance()
        #expect(allowance.linger == WakingAllowance.longestLinger)
        allowance.isCrowded = true
        #expect(allowance.length == WakingAllowance.mostInCrowd)
        #expect(allowance.linger == 0)
        allowance.isCrowded = false
        #expect(allowance.linger == WakingAllowance.longestLinger)
    }
}
