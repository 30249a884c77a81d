import Testing
import Wire

@testable import LinkEngine

@Suite(.timeLimit(.minutes(1)))
struct PumpTimingTests {
    @Test func `a sleep ends before the packet is due by the allowance and a five-hundredth`() {
        let allowance = WakingAllowance()
        #expect(allowance.sleep(dueIn: 5_000_000) == 5_000_000 - 150_000 - 10_000)
        #expect(allowance.sleep(dueIn: 150_000) == 0)
        #expect(allowance.sleep(dueIn: -7) == 0)
    }

    @Test func `the allowance grows at once, within bounds, and shrinks by and by`() {
        var allowance = WakingAllowance()
        allowance.wokeLate(by: 10_000)
        #expect(allowance.length == WakingAllowance.least)
        allowance.wokeLate(by: 200_000)
        #expect(allowance.length == 400_000)
        allowance.wokeLate(by: 10_000)
        #expect(allowance.length == 400_000 - 400_000 / 128)
        allowance.wokeLate(by: 30_000_000)
        #expect(allowance.length == WakingAllowance.most)
        for _ in 0..<1000 { allowance.wokeLate(by: 0) }
        #expect(allowance.length == WakingAllowance.least)
    }
}
