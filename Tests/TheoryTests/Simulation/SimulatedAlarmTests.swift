import LinkModel
import Testing
import Wire

@testable import Theory

@Suite struct SimulatedAlarmTests {
    private func at(_ ticks: Int64) -> Instant { Instant(nanoseconds: ticks * KernelTime.tick) }

    /// As five clients' lost requests went again on a line, and as the kernel collects a wheel's slot.
    @Test
    func `timers of one tick expire last set first, coarser wheels before finer ones`() {
        let slots = [10, 20, 60, 90].enumerated().map { TimerSlot(due: at(100), set: at($1), order: $0) }
        let alarms = slots.indices.map { SimulatedAlarm(connection: $0, isClient: true) }
        let order = SimulatedAlarm.inOrder(alarms) { slots[$0.connection] }
        #expect(order.map(\.connection) == [1, 0, 3, 2])
    }

    @Test func `a timer set again for the same time keeps its slot`() {
        let side = DirectionParameters(oneWayDelay: 5_000_000)
        let plan = SimulationPlan(link: LinkParameters(down: side, up: side), fetches: [])
        let client = TCPEndpoint(TCPSettings(plan), isClient: true, flow: 1)
        var (slots, order) = (TimerSlots(), 7)
        slots.note(client, at: .zero, order: &order)
        #expect(order == 7 && slots.due(by: .never) == nil)
        connect(client)
        client.write(100, at: at(1))
        slots.note(client, at: at(1), order: &order)
        let first = slots.due(by: .never)
        slots.note(client, at: at(3), order: &order)
        #expect(first?.order == 7 && first?.set == at(1) && slots.due(by: .never) == first && order == 8)
    }

    @Test func `The timer of a SYN has a slot, and gives it up when the SYN-ACK comes`() {
        let side = DirectionParameters(oneWayDelay: 5_000_000)
        let plan = SimulationPlan(link: LinkParameters(down: side, up: side), fetches: [])
        let client = TCPEndpoint(TCPSettings(plan), isClient: true, flow: 1)
        var (slots, order) = (TimerSlots(), 0)
        client.open(at: .zero)
        slots.note(client, at: .zero, order: &order)
        let slot = slots.due(by: .never)
        #expect(slot?.set == .zero && slot.map { $0.due >= at(Int64(KernelTime.ticksPerSecond)) } ?? false)
        receiveAnswer(client)
        slots.note(client, at: at(1), order: &order)
        #expect(slots.due(by: .never) == nil)
    }

    private func connect(_ client: TCPEndpoint) {
        client.open(at: .zero)
        receiveAnswer(client)
    }

    private func receiveAnswer(_ client: TCPEndpoint) {
        var answer = SimulatedSegment(kind: .synAck)
        answer.window = 64_000
        let hearing = SimulatedHost.HandlingTimes(came: at(1), heard: at(1), seen: at(1))
        client.receive(answer, hearing)
    }

    @Test func `each wheel is eight times coarser than the one before`() {
        for (ticks, wheel) in [(1, 0), (62, 0), (63, 1), (503, 1), (504, 2), (4031, 2), (4032, 3)] {
            #expect(KernelTime.wheel(ticks) == wheel)
        }
    }
}

extension Instant {
    fileprivate static let never = Instant(nanoseconds: .max / 4)
}
