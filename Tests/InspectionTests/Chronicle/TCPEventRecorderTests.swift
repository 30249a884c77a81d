import Inspection
import Testing
import Wire

/// TCP's events, packet by packet; packets arrive a millisecond apart.
struct TCPEventRecorderTests {
    private static let size = 1000
    private static let segment = [UInt8](repeating: 7, count: size)
    private static let ms = PacketBuilder.interval

    private func opened() -> PacketBuilder {
        var builder = PacketBuilder()
        builder.handshake()
        return builder
    }

    private func events(_ builder: PacketBuilder, silence: Int64 = 60_000 * ms) -> [TCPEvent] {
        var options = ConversationOptions()
        options.chronicle = ChronicleOrder(stream: 0, silence: silence)
        return builder.inspect(options).events?.events ?? []
    }

    /// Events after the handshake.
    private func later(_ builder: PacketBuilder) -> [TCPEvent] { Array(events(builder).dropFirst(3)) }

    private func wait(_ packets: Int, _ builder: inout PacketBuilder) {
        for _ in 0..<packets { builder.add([0]) }
    }

    @Test func `the handshake shows what both sides offer`() {
        var builder = PacketBuilder()
        let stamps: [UInt8] = [1, 1, 8, 10, 0, 0, 0, 9, 0, 0, 0, 0]
        builder.send(
            .client,
            at: -1,
            ack: nil,
            flags: .syn,
            options: [2, 4, 5, 180, 1, 3, 3, 7, 4, 2, 1, 1] + stamps
        )
        builder.send(.client, at: -1, ack: nil, flags: .syn, options: [2, 4, 5, 180])
        builder.send(.server, at: -1, flags: .syn, options: [2, 4, 5, 0])
        builder.send(.client, at: 0)
        let told = events(builder)
        #expect(told.map(\.kind) == [.syn, .syn, .synAck, .connected])
        #expect(told.map(\.isAgain) == [false, true, false, false])
        #expect(told.map(\.isFromClient) == [true, true, false, true])
        #expect(told.map(\.packet) == [1, 2, 3, 4])
        let all = TCPOffer(segmentSize: 1460, windowShift: 7, allowsSelective: true, hasTimestamps: true)
        #expect(told.first?.offer == all)
        #expect(told.dropFirst(2).first?.offer == TCPOffer(segmentSize: 1280))
    }

    @Test func `a fast retransmission follows its duplicate ACKs, which form one event`() throws {
        var builder = opened()
        for index in 0..<5 { builder.send(.server, at: index * Self.size, Self.segment) }
        for _ in 0..<4 { builder.send(.client, at: 0, ack: Self.size) }
        for index in 1...2 { builder.send(.server, at: index * Self.size, Self.segment) }
        let told = later(builder)
        #expect(told.map(\.kind) == [.duplicateAck, .retransmission])
        let (asked, repaired) = (try #require(told.first), try #require(told.last))
        #expect(asked.count == 3 && asked.offset == Self.size && asked.isFromClient == true)
        #expect(asked.lastStamp - asked.stamp == 2 * Self.ms)
        #expect(repaired.repair == .fast && repaired.isAgain && repaired.isFromClient == false)
        #expect(repaired.count == 2 && repaired.bytes == 2 * Self.size && repaired.offset == Self.size)
        #expect(repaired.packet == 13 && repaired.lastPacket == 14)
    }

    @Test(arguments: [(250, 0, .timeout), (30, 1, .tailProbe)] as [(Int, Int, TCPEvent.Repair)])
    func `a retransmission is classified by its cause`(_ pause: Int, _ place: Int, _ repair: TCPEvent.Repair)
    {
        var builder = opened()
        for index in 0...1 { builder.send(.server, at: index * Self.size, Self.segment) }
        wait(pause, &builder)
        builder.send(.server, at: place * Self.size, Self.segment)
        #expect(later(builder).map(\.repair) == [repair])
    }

    @Test func `retransmitting acknowledged data is spurious`() {
        var builder = opened()
        builder.send(.server, at: 0, Self.segment)
        builder.send(.client, at: 0, ack: Self.size)
        builder.send(.server, at: 0, Self.segment)
        #expect(later(builder).map(\.repair) == [.spurious])
    }

    @Test func `gaps at one moment are counted together, from the first to the end of the last`() throws {
        var builder = opened()
        for index in [1, 2, 4] { builder.send(.server, at: index * Self.size, Self.segment) }
        let told = try #require(later(builder).first)
        #expect(told.kind == .gap && told.count == 2 && told.bytes == 2 * Self.size)
        #expect(told.offset == 0 && told.end == 4 * Self.size)
    }

    @Test(arguments: [0, 50]) func `reports a gap and whether reordered or retransmitted bytes fill it`(
        _ pause: Int
    ) {
        var builder = opened()
        builder.send(.server, at: 2 * Self.size, Self.segment)
        wait(pause, &builder)
        builder.send(.server, at: 0, Self.segment)
        let told = later(builder)
        #expect(told.map(\.kind) == [.gap, pause == 0 ? .outOfOrder : .retransmission])
        #expect(told.map(\.offset) == [0, 0] && told.map(\.bytes) == [2 * Self.size, Self.size])
        #expect(told.last?.isAgain == false)
    }

    @Test func `reports window probes until a zero window opens`() throws {
        var builder = opened()
        builder.send(.server, at: 0, Self.segment)
        builder.send(.client, at: 0, ack: Self.size, window: 0)
        builder.send(.server, at: Self.size - 1)
        builder.send(.client, at: 0, ack: Self.size, window: 0)
        builder.send(.client, at: 0, ack: Self.size, window: 500)
        let told = later(builder)
        #expect(told.map(\.kind) == [.zeroWindow, .windowProbe, .probeAnswer, .windowOpened])
        #expect(told.last?.time == 3 * Self.ms && told.last?.window == 500)
        #expect(told.map(\.isFromClient) == [true, false, true, true])
    }

    @Test func `reports a full window and the update that opens it`() {
        var builder = PacketBuilder()
        builder.send(.client, at: -1, ack: nil, flags: .syn, options: [1, 3, 3, 2])
        builder.send(.server, at: -1, flags: .syn, options: [1, 3, 3, 2])
        builder.send(.client, at: 0, window: 500)
        for index in 0..<2 { builder.send(.server, at: index * Self.size, Self.segment) }
        builder.send(.client, at: 0, ack: 2 * Self.size, window: 250)
        builder.send(.server, at: 2 * Self.size, Self.segment)
        builder.send(.client, at: 0, ack: 2 * Self.size, window: 500)
        // There was room all the time: no event.
        builder.send(.client, at: 0, ack: 3 * Self.size, window: 600)
        let told = later(builder)
        #expect(told.map(\.kind) == [.windowFull, .windowOpened])
        #expect(told.first?.count == 2 && told.map(\.window) == [1000, 2000])
    }

    @Test func `keep-alives are not reported as retransmissions`() {
        for payload in [[], [UInt8](repeating: 0, count: 1)] {
            var builder = opened()
            builder.send(.client, at: 0, Self.segment)
            builder.send(.server, at: 0, ack: Self.size)
            builder.send(.client, at: Self.size - 1, payload)
            builder.send(.server, at: 0, ack: Self.size)
            let told = later(builder)
            #expect(told.map(\.kind) == [.keepAlive, .probeAnswer])
            #expect(told.map(\.isFromClient) == [true, false])
        }
    }

    @Test func `consecutive keep-alives form one event without silences between`() {
        var builder = opened()
        builder.send(.client, at: 0, Self.segment)
        builder.send(.server, at: 0, ack: Self.size)
        for _ in 0..<3 {
            wait(99, &builder)
            builder.send(.client, at: Self.size - 1)
            builder.send(.server, at: 0, ack: Self.size)
        }
        builder.send(.client, at: Self.size, Self.segment)
        builder.send(.server, at: 0, ack: 2 * Self.size)
        builder.send(.client, at: 2 * Self.size - 1)
        let told = events(builder, silence: 100 * Self.ms).dropFirst(3)
        #expect(told.map(\.kind) == [.silence, .keepAlive, .probeAnswer, .keepAlive])
        #expect(told.map(\.count) == [1, 3, 3, 1])
    }

    @Test func `reports FIN and RST, and silences of the requested length`() {
        var builder = opened()
        wait(99, &builder)
        builder.send(.server, at: 0, Self.segment, flags: .fin)
        wait(98, &builder)
        builder.send(.client, at: 0, ack: Self.size + 1, flags: .rst)
        let told = events(builder, silence: 100 * Self.ms).dropFirst(3)
        #expect(told.map(\.kind) == [.silence, .fin, .reset])
        #expect(told.first?.time == 100 * Self.ms && told.first?.isFromClient == nil)
        #expect(told.dropFirst().first?.offset == Self.size)
    }

    @Test func `corrects the sides of earlier events when the client is identified late`() {
        var builder = PacketBuilder()
        builder.send(.server, at: 10, ack: 0)
        builder.send(.client, at: 0, ack: 10)
        builder.send(.client, at: Self.size, Sample.request, ack: 10)
        #expect(events(builder).map(\.isFromClient) == [true])
        #expect(events(builder).map(\.kind) == [.gap])
    }

    @Test func `lists only the requested connection's events`() {
        var builder = opened()
        builder.clientPort += 1
        builder.handshake()
        var options = ConversationOptions()
        #expect(builder.inspect(options).events == nil)
        options.chronicle = ChronicleOrder(stream: 1)
        #expect(builder.inspect(options).events?.events.map(\.packet) == [4, 5, 6])
        options.chronicle = ChronicleOrder(stream: 2)
        #expect(builder.inspect(options).events?.events.isEmpty == true)
    }

    @Test func `limits the number of events and counts the others`() {
        var builder = opened()
        for _ in 0..<10_100 { builder.send(.server, at: 0, flags: .rst) }
        var options = ConversationOptions()
        options.chronicle = ChronicleOrder(stream: 0)
        let told = builder.inspect(options).events
        #expect(told?.events.count == 10_000 && told?.leftOut == 103)
    }

    @Test func `events agree with figures for any packet order`() {
        var state: UInt64 = 47
        func random(_ limit: Int) -> Int {
            state &+= 1
            return Int(SplitMix.mixed(state) >> 33) % limit
        }
        for _ in 0..<300 {
            var builder = opened()
            for index in 0..<30 {
                builder.send(.server, at: index * Self.size, Self.segment)
                if random(3) > 0 { builder.send(.client, at: 0, ack: random(index + 1) * Self.size) }
                if random(9) == 0 { wait(200, &builder) }
            }
            for _ in 0..<random(12) {
                let place = 3 + random(builder.packets.count - 3)
                switch random(3) {
                case 0: builder.packets.append(builder.packets[place])
                case 1: builder.packets.remove(at: place)
                default: builder.packets.swapAt(place, 3 + random(builder.packets.count - 3))
                }
            }
            var stamps = builder.packets.map(\.header.stamp)
            stamps.sort()
            for index in builder.packets.indices { builder.packets[index].header.stamp = stamps[index] }
            agree(builder)
        }
    }

    private func agree(_ builder: PacketBuilder) {
        var options = ConversationOptions()
        options.chronicle = ChronicleOrder(stream: 0)
        let inspection = builder.inspect(options)
        let told = inspection.events?.events ?? []
        func count(_ holds: (TCPEvent) -> Bool) -> Int { told.filter(holds).reduce(0) { $0 + $1.count } }
        let sender = inspection.flows[0].down.sender
        #expect(count { $0.repair == .fast } == sender.fast)
        #expect(count { $0.repair == .timeout } == sender.timeout)
        #expect(count { $0.repair == .tailProbe } == sender.tailProbes)
        #expect(count { $0.repair == .spurious } == sender.spurious)
        #expect(count { $0.kind == .retransmission && $0.isAgain } == sender.retransmitted)
        #expect(count { $0.kind == .outOfOrder } == sender.outOfOrder)
        #expect(count { $0.kind == .duplicateAck } == sender.duplicateAcknowledgements)
    }
}
