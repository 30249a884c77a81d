import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct CoDelControlTests {
    private let interval: Nanoseconds = 100_000_000

    private func judged(
        _ control: inout CoDelControl,
        at now: Nanoseconds,
        waited: Nanoseconds,
        backlog: Int = 100_000,
        acceptsMarks: Bool = false
    ) -> CongestionVerdict {
        let moment = Instant(nanoseconds: now)
        let packet = LinkPacket(packet(0), bytes: 1500, acceptsMarks: acceptsMarks)
        return control.judge(QueuedPacket(packet, arrival: moment - waited), backlog: backlog, at: moment)
    }

    /// When packets are dropped or marked that arrive every 10 us and have waited this long.
    private func strikes(
        _ control: inout CoDelControl,
        _ times: Range<Nanoseconds>,
        waited: Nanoseconds,
        acceptsMarks: Bool = false
    ) -> [Nanoseconds] {
        stride(from: times.lowerBound, to: times.upperBound, by: 10_000).filter {
            judged(&control, at: $0, waited: waited, acceptsMarks: acceptsMarks) != .pass
        }
    }

    @Test(arguments: [false, true])
    func `under lasting overload drops are spaced by the interval over the root of their count`(marks: Bool) {
        var control = CoDelControl(ControlledDelay(marksECN: marks), mtu: 1500)
        let strikes = strikes(&control, 0..<2_000_000_000, waited: 5_000_000, acceptsMarks: true)
        #expect(strikes.count > 100)
        // The first is an interval after exceeding the target, the second an interval later, and so on.
        var due = Double(interval)
        for (index, time) in strikes.enumerated() {
            #expect(abs(Double(time) - due) <= 10_000 + Double(index))
            due += Double(interval) / Double(index + 1).squareRoot()
        }
    }

    @Test func `nothing is dropped below the target or with one packet of backlog`() {
        var control = CoDelControl(ControlledDelay(), mtu: 1500)
        #expect(strikes(&control, 0..<1_000_000_000, waited: 4_999_999).isEmpty)
        for now in stride(from: 0, to: 1_000_000_000, by: 1_000_000) as StrideTo<Int64> {
            let verdict = judged(&control, at: 1_000_000_000 + now, waited: 50_000_000, backlog: 1500)
            #expect(verdict == .pass)
        }
        // One packet below the target restarts the interval.
        #expect(strikes(&control, 2_000_000_000..<2_099_000_000, waited: 9_000_000).isEmpty)
        #expect(judged(&control, at: 2_099_500_000, waited: 0) == .pass)
        #expect(strikes(&control, 2_100_000_000..<2_199_000_000, waited: 9_000_000).isEmpty)
    }

    @Test func `an overload that returns soon resumes the previous drop rate`() {
        var control = CoDelControl(ControlledDelay(), mtu: 1500)
        let first = strikes(&control, 0..<1_000_000_000, waited: 9_000_000)
        #expect(judged(&control, at: 1_000_000_000, waited: 0) == .pass)
        let again = strikes(&control, 1_000_010_000..<1_400_000_000, waited: 9_000_000)
        // Its count is the last overload's, less the first drop.
        let gap = Double(again[1] - again[0])
        #expect(abs(gap - Double(interval) / Double(first.count - 1).squareRoot()) <= 10_000)
        #expect(judged(&control, at: 1_400_000_000, waited: 0) == .pass)
        let late = strikes(&control, 9_000_000_000..<9_400_000_000, waited: 9_000_000)
        #expect(late.prefix(2) == [9_100_000_000, 9_200_000_000])
    }

    @Test func `a packet without ECN support is dropped instead of marked`() {
        var control = CoDelControl(ControlledDelay(marksECN: true), mtu: 1500)
        #expect(strikes(&control, 0..<99_990_000, waited: 9_000_000).isEmpty)
        #expect(judged(&control, at: 100_000_000, waited: 9_000_000, acceptsMarks: false) == .drop)
        #expect(judged(&control, at: 200_000_000, waited: 9_000_000, acceptsMarks: true) == .mark)
        var plain = CoDelControl(ControlledDelay(marksECN: false), mtu: 1500)
        #expect(strikes(&plain, 0..<99_990_000, waited: 9_000_000).isEmpty)
        #expect(judged(&plain, at: 100_000_000, waited: 9_000_000, acceptsMarks: true) == .drop)
    }
}
