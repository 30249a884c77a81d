import LinkModel
import LinuxIO
import Runs
import Testing
import Wire

@testable import LinkEngine

@Suite(.timeLimit(.minutes(1)))
struct EngineReportJoiningTests {
    private static func report(
        _ direction: LinkDirection,
        arrivals: [Nanoseconds],
        capacity: Int = 10
    ) -> EngineReport {
        var report = EngineReport(logCapacity: capacity)
        for (number, arrival) in arrivals.enumerated() {
            let packet = PacketIdentity(direction: direction, flow: 1, number: UInt32(number))
            let moment = Instant(nanoseconds: arrival)
            let entry = LinkLogEntry(
                packet: packet,
                bytes: 100,
                arrival: moment,
                decision: .ended(.waiting, at: moment)
            )
            _ = report.record(entry)
        }
        return report
    }

    @Test func `two threads' logs are merged in order of arrival`() {
        let up = Self.report(.up, arrivals: [1, 4, 5, 9])
        let down = Self.report(.down, arrivals: [2, 3, 5, 10, 11])
        let log = up.joined(with: down).log
        #expect(log.map(\.arrival.nanoseconds) == [1, 2, 3, 4, 5, 5, 9, 10, 11])
        #expect(log[4].packet.direction == .up)
    }

    @Test func `the log keeps the first packets of both and counts the rest`() {
        let up = Self.report(.up, arrivals: [1, 4, 5, 6], capacity: 3)
        let down = Self.report(.down, arrivals: [2, 3], capacity: 3)
        let report = up.joined(with: down)
        #expect(report.log.map(\.arrival.nanoseconds) == [1, 2, 3])
        #expect(report.omitted == 3)
    }

    @Test func `losses add up, and a failure of either thread is the engine's`() {
        var (up, down) = (Self.report(.up, arrivals: []), Self.report(.down, arrivals: []))
        (up.droppedWrites, up.missed) = (1, 20)
        (down.droppedWrites, down.missed) = (300, 4000)
        down.failure = SystemCallError("read", errno: 5)
        let report = up.joined(with: down)
        #expect(report.lost == 4321)
        #expect(report.failure != nil)
    }

    @Test func `a change applies once both threads have made it`() {
        var (up, down) = (Self.report(.up, arrivals: []), Self.report(.down, arrivals: []))
        let link = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        up.changes = [LinkChange(at: Instant(nanoseconds: 5), link: link)]
        down.changes = [LinkChange(at: Instant(nanoseconds: 7), link: link)]
        #expect(up.joined(with: down).changes.map(\.at.nanoseconds) == [7])
    }
}
