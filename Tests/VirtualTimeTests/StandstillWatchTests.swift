import Testing

@testable import VirtualTime

@Suite struct StandstillWatchTests {
    @Test func `a clock that moves never stands, however slowly`() {
        var watch = StandstillWatch()
        let told = (0..<100).filter { watch.stands(at: UInt64($0), Int64($0) * 1_000_000_000) }
        #expect(told.isEmpty)
    }

    @Test func `a clock that stands for long is told of once, and again after it has moved`() {
        var watch = StandstillWatch()
        let told = (0..<40).filter { second in
            watch.stands(at: second < 20 ? 5 : 6, Int64(second) * 1_000_000_000)
        }
        #expect(told == [8, 28])
    }
}
