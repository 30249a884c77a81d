import LinuxIO
import Testing
import Wire

@testable import LinkEngine

@Suite struct TurnClockTests {
    @Test func `time goes on where no turn has begun`() {
        let clock = TurnClock(RunClock())
        let before = clock.now()
        while clock.now() == before {}
        #expect(clock.now() > before)
    }

    @Test func `time stands still from one turn's beginning to the next's`() {
        let reality = RunClock()
        var clock = TurnClock(reality)
        clock.beginTurn()
        let first = clock.now()
        while reality.now() == first {}
        #expect(clock.now() == first)
        clock.beginTurn()
        #expect(clock.now() > first)
    }
}
