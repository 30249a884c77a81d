import Testing
import Wire

@testable import Theory

@Suite struct TimerWheelTests {
    private static func at(_ ticks: Int, _ rest: Nanoseconds = 0) -> Instant {
        Instant(nanoseconds: Nanoseconds(ticks) * KernelTime.tick + rest)
    }

    /// 62 ticks ahead is the finest wheel, and the next is eight times as coarse.
    @Test(arguments: [(62, 73), (63, 80), (64, 80)])
    func `a distant timer expires at a slot of eight ticks`(_ ticks: Int, _ expiry: Int) {
        let wheel = TimerWheel()
        #expect(wheel.makeTimer().set(ticks, at: Self.at(10, 5)) == Self.at(expiry))
    }

    /// The wheel stands at the next tick once a timer has expired, so that 63 ticks are 62 from there.
    @Test func `a timer set after another has expired counts from the next tick`() {
        let wheel = TimerWheel()
        let (short, long) = (wheel.makeTimer(), wheel.makeTimer())
        let expired = short.set(9, at: .zero)
        #expect(expired == Self.at(10))
        #expect(long.set(63, at: Self.at(10, 5)) == Self.at(74))
        #expect(long.set(63, at: Self.at(11, 5)) == Self.at(80))
        #expect(short.set(63, at: Self.at(10, 9)) == Self.at(74))
    }

    @Test(arguments: [(1, 1), (2, 3), (3, 3), (4, 4)])
    func `a guest counts its third tick one tick early`(_ after: Int, _ counted: Int) {
        let boot = KernelTime.ticks(KernelTime.guestBoot)
        let moment = KernelTime.guestBoot + Nanoseconds(after) * KernelTime.tick + 5
        #expect(KernelTime.ticks(moment) - boot == counted)
    }

    @Test func `a guest's wheel matches another machine's at the same time after boot`() {
        let turn = KernelTime.turn
        let (guest, other) = (
            SimulationPlan.wheel(afterGuestBoot: 1_234_567), SimulationPlan.wheel(afterBoot: 1_234_567)
        )
        #expect(guest % turn == other && guest > turn << 15)
    }
}
