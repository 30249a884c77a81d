import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct FairQueueTests {
    @Test(arguments: [nil, ControlledDelay()])
    func `two greedy flows get equal bytes at any packet size`(codel: ControlledDelay?) {
        var traffic = Traffic()
        let end: Nanoseconds = 2_000_000_000
        traffic.add(flow: 1, bytes: 1500, every: 500_000, until: end)
        traffic.add(flow: 2, bytes: 300, every: 90_000, until: end)
        let model = DirectionModel.queueing(.fair(codel: codel), limit: .bytes(200_000))
        let results = traffic.carried(by: model)
        let served = results.filter {
            $0.isDelivered && $0.decision.serviceEnd.nanoseconds > end / 4
                && $0.decision.serviceEnd.nanoseconds < end
        }
        let bytes = [1, 2].map { flow in served.filter { $0.flow == flow }.reduce(0) { $0 + $1.bytes } }
        // The line carries one byte per microsecond; a turn is a packet of 1500.
        #expect(bytes.reduce(0, +) > 1_490_000)
        #expect(abs(bytes[0] - bytes[1]) <= 2 * 1500 + 300)
    }

    @Test(arguments: [nil, ControlledDelay()])
    func `a sparse flow waits little longer than the packet in service`(codel: ControlledDelay?) {
        var traffic = Traffic()
        let end: Nanoseconds = 1_000_000_000
        for flow in 1...4 as ClosedRange<UInt32> {
            traffic.add(flow: flow, bytes: 1500, every: 1_000_000, until: end)
        }
        traffic.add(flow: 9, bytes: 100, every: 20_000_000, from: 100_000_000, until: end)
        let results = traffic.carried(by: .queueing(.fair(codel: codel), limit: .packets(300)))
        let sparse = results.filter { $0.flow == 9 }
        #expect(sparse.count == 45)
        #expect(sparse.allSatisfy { $0.isDelivered && $0.waited <= 1_500_000 })
        #expect(results.contains { $0.isDelivered && $0.flow == 1 && $0.waited > 20_000_000 })
    }

    @Test func `a full queue drops the head of the largest flow`() {
        var traffic = Traffic()
        traffic.add(flow: 1, bytes: 1000, every: 1, until: 4)
        traffic.add(flow: 2, bytes: 500, every: 1, from: 4, until: 8)
        let results = traffic.carried(by: .queueing(.fair(codel: nil), limit: .bytes(5000)))
        // The first is in service; three of 1000 wait, then two of 500; each of the next two of 500 displaces
        // one of 1000 or fits.
        #expect(
            results.map(\.decision.fate) == [
                .delivered, .queueFull, .delivered, .delivered, .delivered, .delivered, .delivered,
                .delivered,
            ]
        )
        #expect(results[1].decision.serviceStart == Instant(nanoseconds: 6))
    }

    @Test func `CoDel runs per flow, and its drops count as congestion`() {
        var traffic = Traffic()
        let end: Nanoseconds = 2_000_000_000
        // One flow requests more than half, the other a tenth.
        traffic.add(flow: 1, bytes: 1000, every: 900_000, until: end)
        traffic.add(flow: 2, bytes: 1000, every: 10_000_000, until: end)
        let results = traffic.carried(by: .queueing(.fair(codel: ControlledDelay())))
        let dropped = results.filter { $0.decision.fate == .congestion }
        #expect(!dropped.isEmpty)
        #expect(dropped.allSatisfy { $0.flow == 1 })
        let plain = traffic.carried(by: .queueing(.fair(codel: nil)))
        #expect(plain.allSatisfy { $0.isDelivered })
    }

    @Test func `order is kept within a flow, and everything not dropped is served`() {
        var traffic = Traffic()
        for flow in 0...40 as ClosedRange<UInt32> {
            let bytes = 40 + Int(flow) * 36
            traffic.add(flow: flow, bytes: bytes, every: 9_000_000 + Int64(flow) * 1009, until: 1_000_000_000)
        }
        let results = traffic.carried(
            by: .queueing(.fair(codel: nil), rateBps: 16_000_000, limit: .packets(100))
        )
        #expect(results.count == traffic.arrivals.count)
        for flow in 0...40 as ClosedRange<UInt32> {
            let starts = results.filter { $0.flow == flow && $0.isDelivered }.map(\.decision.serviceStart)
            #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
            #expect(starts.count > 20)
        }
    }

    @Test func `hands over all waiting packets in order of arrival`() {
        var queue = FairQueue(codel: nil, mtu: 1500)
        for number in 0..<20 {
            let packet = LinkPacket(packet(number / 3, flow: UInt32(number % 3)), bytes: 100, ticket: number)
            queue.enqueue(QueuedPacket(packet, arrival: Instant(nanoseconds: Int64(number / 2))))
        }
        let tickets = queue.handOver().map(\.packet.ticket)
        #expect(tickets.map { $0 / 2 } == (0..<20).map { $0 / 2 })
        #expect(queue.isEmpty)
    }
}
