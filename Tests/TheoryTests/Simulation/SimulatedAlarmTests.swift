import Testing
import Wire

@testable import Theory

@Suite struct SimulatedAlarmTests {
    private func alarm(_ connection: Int, set ticks: Int64) -> SimulatedAlarm {
        SimulatedAlarm(
            connection: connection,
            isClient: true,
            set: Instant(nanoseconds: ticks * KernelTime.tick)
        )
    }

    /// As five clients' lost requests went again on a line, and as the kernel collects a wheel's slot.
    @Test
    func `Of timers due at one tick the one set last expires first, and those of coarser wheels before`() {
        let due = Instant(nanoseconds: 100 * KernelTime.tick)
        let alarms = [alarm(0, set: 10), alarm(1, set: 20), alarm(2, set: 60), alarm(3, set: 90)]
        #expect(SimulatedAlarm.inOrder(alarms, at: due).map(\.connection) == [1, 0, 3, 2])
    }

    @Test func `A wheel is eight times as coarse as the one before`() {
        for (ticks, wheel) in [(1, 0), (62, 0), (63, 1), (503, 1), (504, 2), (4031, 2), (4032, 3)] {
            #expect(KernelTime.wheel(ticks) == wheel)
        }
    }
}
