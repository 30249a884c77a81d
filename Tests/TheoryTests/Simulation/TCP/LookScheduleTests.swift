import Testing
import Wire

@testable import Theory

@Suite struct LookScheduleTests {
    /// Two segments at once, then one; the answer follows 100 bytes of others.
    private func known() -> LookSchedule {
        var looks = LookSchedule()
        looks.expect(
            [
                ProgramLook(end: 200, there: 250, duration: 50),
                ProgramLook(end: 300, there: 300, duration: 10),
            ],
            from: 100
        )
        return looks
    }

    private func at(_ moment: Int64) -> Instant { Instant(nanoseconds: moment) }

    @Test func `a read is due its recorded delay after its last byte arrived`() {
        var looks = known()
        looks.noteArrival(upTo: 200, at: at(1000))
        #expect(looks.due == nil && looks.take(at: at(9000)) == nil)
        looks.noteArrival(upTo: 300, at: at(2000))
        #expect(looks.due == at(2050))
        #expect(looks.take(at: at(2049)) == nil)
        #expect(looks.take(at: at(2050)) == ProgramLook(end: 300, there: 350, duration: 50))
        #expect(looks.due == nil)
    }

    @Test func `reads stay in order even if a later one is faster`() {
        var looks = known()
        looks.noteArrival(upTo: 400, at: at(1000))
        #expect(looks.due == at(1050))
        _ = looks.take(at: at(1050))
        #expect(looks.due == at(1050))
        #expect(looks.take(at: at(1050))?.end == 400)
    }

    @Test func `data already taken is not read again`() {
        var looks = known()
        looks.noteArrival(upTo: 250, at: at(1000))
        looks.forget(upTo: 350)
        #expect(looks.due == nil && looks.extends(beyond: 399))
        looks.noteArrival(upTo: 400, at: at(5000))
        #expect(looks.due == at(5050) || looks.due == at(5010))
        #expect(looks.take(at: at(6000))?.end == 400)
        #expect(!looks.extends(beyond: 400) && !LookSchedule().extends(beyond: 0))
    }
}
