import Analysis
import Logs
import Testing
import Wire

@Suite struct ClockMappingTests {
    private static let epoch: Int64 = 1_790_000_000_000_000_000

    private func mapping(_ samples: [(run: Int64, wall: Int64)]) -> ClockMapping {
        ClockMapping(
            samples.map { ClockSample(run: Instant(nanoseconds: $0.run), wall: Self.epoch + $0.wall) }
        )
    }

    // The wall clock gains 100 us in the first second and loses 50 us in the next.
    @Test(arguments: [
        (Int64(-10), Int64(-10)), (0, 0), (500_050_000, 500_000_000), (1_000_100_000, 1_000_000_000),
        (1_500_075_000, 1_500_000_000), (2_000_050_000, 2_000_000_000), (2_000_050_007, 2_000_000_007),
    ])
    func `clocks drift linearly between samples and not at all outside`(wall: Int64, run: Int64) {
        let drifting = mapping([(0, 0), (1_000_000_000, 1_000_100_000), (2_000_000_000, 2_000_050_000)])
        #expect(drifting.instant(wall: Self.epoch + wall) == Instant(nanoseconds: run))
        #expect(drifting.step == nil)
    }

    @Test func `samples may be in any order and far apart`() {
        let hour: Int64 = 3_600_000_000_000
        let long = mapping([(hour, hour), (0, 0)])
        #expect(long.instant(wall: Self.epoch + hour / 3) == Instant(nanoseconds: hour / 3))
    }

    @Test(arguments: [
        (Int64(1_050_000), Int64?.none), (1_100_000, nil), (1_151_000, 1_151_000), (-2_000_000, -2_000_000),
    ])
    func `a change of more than a millisecond beyond the drift is a step`(moved: Int64, step: Int64?) {
        // 300 ms may drift by 150 us.
        let samples = mapping([
            (0, 0), (300_000_000, 300_000_000 + moved), (600_000_000, 600_000_000 + moved),
        ])
        #expect(samples.step == step)
    }

    @Test func `maps a clock that was set back without crashing`() {
        let back = mapping([(0, 0), (1_000_000_000, -5_000_000_000), (2_000_000_000, -4_000_000_000)])
        #expect(back.step == -6_000_000_000)
        for wall: Int64 in [-6_000_000_000, -4_500_000_000, -1, 0, 1, 9_000_000_000] {
            #expect(back.instant(wall: Self.epoch + wall) != nil)
        }
    }

    @Test func `maps nothing without samples`() {
        #expect(mapping([]).instant(wall: 0) == nil)
        #expect(mapping([]).step == nil)
    }
}
