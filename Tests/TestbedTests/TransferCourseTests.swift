import Logs
import Testing
import Wire

@testable import Testbed

@Suite struct TransferCourseTests {
    @Test(
        arguments: [
            ([.start], .looking), ([.start, .miss], .looking), ([.start, .miss, .queued], .queued),
            ([.queued, .nameResolved], .connecting), ([.nameResolved, .connected, .secured], .connecting),
            ([.connected, .requestSent], .waiting), ([.requestSent, .firstByte], .receiving),
            ([.firstByte, .lastByte], .storing), ([.lastByte, .stored, .done], .storing),
            // A failure is followed by another attempt, or by the end.
            ([.firstByte, .failed], .receiving), ([.firstByte, .failed, .queued], .queued),
        ] as [([TimingEvent.Kind], BegunTransfer.Phase)]
    )
    func `client events determine a transfer's phase`(
        _ kinds: [TimingEvent.Kind],
        _ phase: BegunTransfer.Phase
    ) {
        var course = TransferCourse()
        for kind in kinds { course.note(TimingEvent(at: .zero, transfer: 0, kind: kind)) }
        #expect(course.phase == phase)
    }

    @Test func `the byte count is taken from the latest progress`() {
        var course = TransferCourse()
        course.note(TimingEvent(at: .zero, transfer: 0, kind: .progress, bytes: 100))
        course.note(TimingEvent(at: .zero, transfer: 0, kind: .progress, bytes: 250))
        course.note(TimingEvent(at: .zero, transfer: 0, kind: .progress))
        #expect(course.bytes == 250 && course.phase == .receiving)
    }

    @Test func `the journal tracks several transfers`() throws {
        let journal = try TransferJournal()
        journal.note(TimingEvent(at: .zero, transfer: 3, kind: .queued))
        journal.note(TimingEvent(at: .zero, transfer: 5, kind: .progress, bytes: 70))
        let courses = journal.courses(of: [5, 3, 4])
        #expect(courses.map(\.phase) == [.receiving, .queued, .looking])
        #expect(courses.map(\.bytes) == [70, 0, 0])
        #expect(journal.bytes(of: 3..<6) == 70)
    }
}
