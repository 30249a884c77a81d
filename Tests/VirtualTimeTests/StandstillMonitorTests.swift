import Testing

@testable import VirtualTime

@Suite struct StandstillMonitorTests {
    @Test func `a moving clock is never at a standstill, however slow`() {
        var watch = StandstillMonitor()
        let stood = (0..<100).map { watch.standing(at: UInt64($0), Int64($0) * 1000) }
        #expect(stood.allSatisfy { $0 == 0 })
    }

    @Test func `the standstill is measured from the last movement`() {
        var watch = StandstillMonitor()
        let stood = [(5, 10), (5, 30), (6, 40), (6, 41)].map { watch.standing(at: UInt64($0.0), Int64($0.1)) }
        #expect(stood == [0, 20, 0, 1])
    }
}
