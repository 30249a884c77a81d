import Inspection
import Testing
import Wire

/// TCP's behaviour, reported from packets a millisecond apart.
struct SenderTests {
    private static let size = 1000
    private static let segment = [UInt8](repeating: 7, count: size)

    private func opened() -> PacketBuilder {
        var builder = PacketBuilder()
        builder.handshake()
        return builder
    }

    private func down(_ builder: PacketBuilder) -> CaptureFlow.Sender {
        builder.inspect().flows.first?.down.sender ?? CaptureFlow.Sender()
    }

    @Test func `shows a SYN's options`() {
        var builder = PacketBuilder()
        let options: [UInt8] = [2, 4, 5, 180, 1, 3, 3, 7, 4, 2, 1, 1]
        builder.send(.client, at: -1, ack: nil, flags: .syn, options: options)
        builder.send(.server, at: -1, flags: .syn, options: [2, 4, 5, 0])
        builder.send(.client, at: 0, window: 10)
        let flow = builder.inspect().flows.first
        #expect(flow?.up.sender.segmentSize == 1460)
        #expect(flow?.up.sender.windowShift == 7)
        #expect(flow?.up.sender.allowsSelective == true)
        // The server does not support scaling, so neither end scales.
        #expect(flow?.up.sender.largestWindow == 10)
        #expect(flow?.down.sender.segmentSize == 1280)
        #expect(flow?.down.sender.windowShift == nil)
    }

    @Test func `scales windows only if both sides offer it`() {
        var builder = PacketBuilder()
        builder.send(.client, at: -1, ack: nil, flags: .syn, options: [1, 3, 3, 7])
        builder.send(.server, at: -1, flags: .syn, options: [1, 3, 3, 2])
        builder.send(.client, at: 0, window: 10)
        builder.send(.server, at: 0, window: 10)
        let flow = builder.inspect().flows.first
        #expect(flow?.up.sender.largestWindow == 1280 && flow?.down.sender.largestWindow == 40)
    }

    @Test func `a one-byte keep-alive is no spurious retransmission`() {
        var builder = opened()
        builder.send(.server, at: 0, Self.segment)
        builder.send(.client, at: 0, ack: Self.size)
        builder.send(.server, at: Self.size - 1, [0])
        builder.send(.client, at: 0, ack: Self.size)
        let sender = down(builder)
        #expect(sender.retransmitted == 0 && sender.spurious == 0)
    }

    @Test func `a retransmission after three duplicate ACKs counts as fast`() {
        var builder = opened()
        for index in 0..<5 { builder.send(.server, at: index * Self.size, Self.segment) }
        builder.send(.client, at: 0, ack: Self.size)
        for _ in 0..<3 { builder.send(.client, at: 0, ack: Self.size) }
        builder.send(.server, at: Self.size, Self.segment)
        let sender = down(builder)
        #expect(sender.duplicateAcknowledgements == 3)
        #expect(sender.retransmitted == 1 && sender.fast == 1)
        #expect(sender.timeout == 0 && sender.spurious == 0 && sender.outOfOrder == 0)
        #expect(sender.mostInFlight == 5 * Self.size)
        #expect(sender.initialFlight == 5 * Self.size)
        #expect(sender.lossFlights.mean == Int64(4 * Self.size))
    }

    @Test func `retransmitting acknowledged data counts as spurious`() {
        var builder = opened()
        builder.send(.server, at: 0, Self.segment)
        builder.send(.client, at: 0, ack: Self.size)
        builder.send(.server, at: 0, Self.segment)
        let sender = down(builder)
        #expect(sender.retransmitted == 1 && sender.spurious == 1 && sender.fast == 0)
    }

    @Test func `a late retransmission counts as a timeout, an early one of the last segment as a tail probe`()
    {
        for (wait, isTimeout) in [(250, true), (30, false)] {
            var builder = opened()
            builder.send(.server, at: 0, Self.segment)
            builder.send(.server, at: Self.size, Self.segment)
            // Empty packets let time pass.
            for _ in 0..<wait { builder.add([0]) }
            builder.send(.server, at: isTimeout ? 0 : Self.size, Self.segment)
            let sender = down(builder)
            #expect(sender.retransmitted == 1)
            #expect(sender.timeout == (isTimeout ? 1 : 0))
            #expect(sender.tailProbes == (isTimeout ? 0 : 1))
        }
    }

    @Test func `an overtaken packet is out of order, and a late one was lost before`() {
        for wait in [0, 50] {
            var builder = opened()
            builder.send(.server, at: Self.size, Self.segment)
            for _ in 0..<wait { builder.add([0]) }
            builder.send(.server, at: 0, Self.segment)
            let sender = down(builder)
            #expect(sender.outOfOrder == (wait == 0 ? 1 : 0))
            #expect(sender.lostBefore == (wait == 0 ? 0 : 1))
            #expect(sender.retransmitted == 0)
        }
    }

    @Test func `measures round trips from a segment to its acknowledgement`() {
        var builder = opened()
        for index in 0..<3 {
            builder.send(.server, at: index * Self.size, Self.segment)
            builder.add([0])
            builder.send(.client, at: 0, ack: (index + 1) * Self.size)
        }
        let samples = down(builder).roundTrip
        #expect(samples.count == 3)
        #expect(samples.least == 2 * PacketBuilder.interval && samples.most == 2 * PacketBuilder.interval)
    }

    private static func stamps(_ value: UInt32, _ echo: UInt32) -> [UInt8] {
        [1, 1, 8, 10] + PacketBuilder.number(value, 4) + PacketBuilder.number(echo, 4)
    }

    @Test func `with timestamps the first echo of a segment's timestamp ends its round trip`() {
        var builder = opened()
        // Earlier data was acknowledged long ago; a window update echoes its timestamp again.
        builder.send(.server, at: 0, Self.segment, options: Self.stamps(100, 1))
        builder.send(.client, at: 0, ack: 0, options: Self.stamps(1, 99))
        builder.send(.client, at: 0, ack: Self.size, options: Self.stamps(2, 100))
        // Two segments with one timestamp: only the first counts, whatever its echo acknowledges.
        builder.send(.server, at: Self.size, Self.segment, options: Self.stamps(200, 2))
        builder.send(.server, at: 2 * Self.size, Self.segment, options: Self.stamps(200, 2))
        builder.add([0])
        builder.send(.client, at: 0, ack: Self.size, options: Self.stamps(3, 200))
        let sender = down(builder)
        #expect(sender.isTimedByStamps)
        #expect(sender.roundTrip.count == 2)
        #expect(sender.roundTrip.least == 2 * PacketBuilder.interval)
        #expect(sender.roundTrip.most == 3 * PacketBuilder.interval)
    }

    @Test func `a timestamp that is never echoed, or is on two copies, gives no sample`() {
        var builder = opened()
        builder.send(.server, at: 0, Self.segment, options: Self.stamps(100, 1))
        builder.send(.server, at: Self.size, Self.segment, options: Self.stamps(101, 1))
        builder.send(.client, at: 0, ack: 2 * Self.size, options: Self.stamps(2, 101))
        #expect(down(builder).roundTrip.count == 0)
        builder.send(.server, at: 2 * Self.size, Self.segment, options: Self.stamps(300, 2))
        builder.send(.server, at: 2 * Self.size, Self.segment, options: Self.stamps(300, 2))
        builder.send(.client, at: 0, ack: 3 * Self.size, options: Self.stamps(3, 300))
        #expect(down(builder).roundTrip.count == 0)
    }

    @Test func `timestamps may wrap around`() {
        var builder = opened()
        builder.send(.server, at: 0, Self.segment, options: Self.stamps(.max, 1))
        builder.send(.client, at: 0, ack: Self.size, options: Self.stamps(1, .max))
        builder.send(.server, at: Self.size, Self.segment, options: Self.stamps(3, 1))
        builder.send(.client, at: 0, ack: 2 * Self.size, options: Self.stamps(2, 3))
        #expect(down(builder).roundTrip.count == 2)
    }

    @Test(arguments: [1, 2, 63, 64, 65, 1000, 12_345])
    func `the estimated median of many samples is near the true one`(
        _ count: Int
    ) {
        var samples = SampleStatistics()
        // In an order that would expose a biased choice.
        for index in 0..<count { samples.add(Int64(index * 7919 % count)) }
        let middle = Double(count - 1) / 2
        #expect(abs(Double(samples.median ?? -1) - middle) <= (count > 64 ? Double(count) / 6 : 1))
        #expect(samples.least == 0 && samples.most == Int64(count - 1))
        #expect(SampleStatistics().median == nil)
    }

    @Test func `reports a zero window and its duration`() {
        var builder = opened()
        builder.send(.client, at: 0, window: 0)
        builder.add([0])
        builder.send(.client, at: 0, window: 500)
        let sender = builder.inspect().flows.first?.up.sender
        #expect(sender?.zeroWindows == 1)
        #expect(sender?.zeroWindowTime == 2 * PacketBuilder.interval)
    }

    @Test func `counts goodput in intervals and reports the longest silence`() {
        var builder = opened()
        for index in 0..<1000 {
            builder.send(.server, at: index * Self.size, Self.segment)
            builder.add([0])
        }
        for _ in 0..<99 { builder.add([0]) }
        builder.send(.server, at: 1000 * Self.size, Self.segment)
        let flow = builder.inspect().flows.first
        let series = flow?.down.goodput
        #expect(series?.steps.reduce(0, +) == 1001 * Self.size)
        #expect((series?.steps.count ?? 0) <= 64)
        #expect((series?.width ?? 0) * Int64(series?.steps.count ?? 0) >= 2000 * PacketBuilder.interval)
        #expect(flow?.longestIdle == 101 * PacketBuilder.interval)
    }
}
