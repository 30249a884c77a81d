import LinkModel
import Testing

@testable import LinkFormats

@Suite(.timeLimit(.minutes(1)))
struct TraceScheduleTests {
    private static let rates = Set(
        LinkCatalogue.profiles.flatMap { [$0.link.down.rateBps, $0.link.up.rateBps] }.compactMap { $0 }
    ).sorted()

    @Test(arguments: rates)
    func `a preset's rate has an exact trace`(bps: Int64) throws {
        let schedule = TraceSchedule(bps: bps)
        #expect(schedule.isExactly(bps))
        let times = schedule.milliseconds
        #expect(Int64(times.count) == schedule.count && schedule.count <= TraceSchedule.mostLines)
        #expect(times.last == schedule.period)
        #expect(times.first.map { $0 > 0 } == true)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        // Over any number of rounds, the opportunities carry exactly the rate's bits.
        #expect(Int64(times.count) * 12_000 * 1000 == bps * schedule.period)
    }

    @Test(arguments: rates)
    func `packets leave within a millisecond of the ideal rate`(bps: Int64) {
        let schedule = TraceSchedule(bps: bps)
        // Full packets are queued from the start: mm-link sends one at each opportunity.
        for (index, time) in schedule.milliseconds.enumerated() {
            let due = Double(index + 1) * 12_000 / Double(bps) * 1000
            #expect(Double(time) >= due - 1e-6 && Double(time) < due + 1 + 1e-6)
        }
    }

    @Test(arguments: [1, 7, 11, 12, 13, 999_983, 1_000_000_007, 123_456_789_123, 1_000_000_000_000, .max])
    func `any rate has a close trace within the limits`(bps: Int64) {
        let schedule = TraceSchedule(bps: bps)
        #expect((1...TraceSchedule.mostLines).contains(schedule.count))
        #expect((1...Int64(UInt32.max)).contains(schedule.period))
        let fastest = Double(TraceSchedule.mostLines) * 12_000_000
        let wanted = min(max(Double(bps), 0.012), fastest)
        #expect(abs(schedule.bps - wanted) / wanted < 1e-3, "\(schedule)")
        #expect(schedule.milliseconds.count == Int(schedule.count))
    }

    @Test(arguments: [1_638_400, 2_000_000, 250_000_000, 49_000, 1000, 12_000_000, 999_983] as [Int64])
    func `an even trace is recognised as its rate`(bps: Int64) {
        let times = TraceSchedule(bps: bps).milliseconds.map { UInt32($0) }
        var trace = OpportunityTrace(name: "", milliseconds: times, repeats: true)
        #expect(trace.steadyBps.map { abs($0 - bps) <= 1 } == true)
        trace.repeats = false
        #expect(trace.steadyBps == nil)
    }
}
