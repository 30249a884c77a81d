import LinuxIO
import Testing
import Wire

@testable import LinkEngine

@Suite struct TurnClockTests {
    @Test func `time advances before the first turn`() {
        let clock = TurnClock(RunClock())
        let before = clock.now()
        while clock.now() == before {}
        #expect(clock.now() > before)
    }

    @Test func `time stands still during a turn`() {
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
