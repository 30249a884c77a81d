import LinkModel
import Testing
import Wire

@Suite(.timeLimit(.minutes(3)))
struct DirectionModelTests {
    private func link(
        rate: Int64? = 2_000_000,
        delay: Nanoseconds = 5_000_000,
        loss: Double = 0,
        queue: QueueLimit? = nil
    ) -> LinkParameters {
        let side = DirectionParameters(rateBps: rate, oneWayDelay: delay, lossRatio: loss, queue: queue)
        return LinkParameters(down: side, up: side)
    }

    private func packet(_ number: Int, flow: UInt32 = 1) -> PacketIdentity {
        PacketIdentity(direction: .down, flow: flow, number: UInt32(number))
    }

    @Test func `a packet waits for earlier ones, is served and then propagates`() {
        var model = DirectionModel(link(), .down, seed: 47)
        let at = Instant(nanoseconds: 1_000)
        let decisions = model.carry([(1500, at), (750, at + 1)])
        #expect(decisions.map(\.fate) == [.delivered, .delivered])
        #expect(decisions[0].serviceStart == at)
        #expect(decisions[0].serviceEnd == at + 6_000_000)
        #expect(decisions[0].due == at + 11_000_000)
        #expect(decisions[1].serviceStart == decisions[0].serviceEnd)
        #expect(decisions[1].serviceEnd == decisions[0].serviceEnd + 3_000_000)
        #expect(decisions[1].due == decisions[1].serviceEnd + 5_000_000)
    }

    @Test func `a late decision uses its proper time`() {
        var model = DirectionModel(link(), .down, seed: 47)
        for number in 0..<3 {
            let packet = LinkPacket(packet(number), bytes: 1500, ticket: number)
            #expect(model.admit(packet, at: .zero) == 1)
        }
        #expect(model.next(upTo: .zero)?.decision.serviceEnd == Instant(nanoseconds: 6_000_000))
        #expect(model.next(upTo: .zero) == nil)
        #expect(model.nextDeadline == Instant(nanoseconds: 11_000_000))
        let late = Instant(nanoseconds: 1_000_000_000)
        #expect(model.next(upTo: late)?.decision.serviceStart == Instant(nanoseconds: 6_000_000))
        #expect(model.next(upTo: late)?.decision.serviceEnd == Instant(nanoseconds: 18_000_000))
        #expect(model.next(upTo: late) == nil)
        #expect(model.nextDeadline == nil)
    }

    @Test func `each direction has its own rate and delay`() {
        let asymmetric = LinkParameters(
            down: DirectionParameters(rateBps: 8_000_000, oneWayDelay: 1),
            up: DirectionParameters(rateBps: 8_000, oneWayDelay: 2)
        )
        var down = DirectionModel(asymmetric, .down, seed: 1)
        var up = DirectionModel(asymmetric, .up, seed: 1)
        #expect(down.carry([(1000, .zero)]).map(\.due) == [Instant(nanoseconds: 1_000_001)])
        #expect(up.carry([(1000, .zero)]).map(\.due) == [Instant(nanoseconds: 1_000_000_002)])
    }

    @Test func `due times never decrease for any arrivals`() {
        var model = DirectionModel(link(loss: 0.05, queue: .packets(20)), .down, seed: 3)
        var now = Instant.zero
        let arrivals = (0..<50_000).map { number in
            now = now + Int64((number &* 104_729) % 9_000_000)
            return (bytes: 40 + (number &* 31) % 1461, at: now)
        }
        let decisions = model.carry(arrivals)
        #expect(decisions.count == arrivals.count)
        let delivered = zip(arrivals, decisions).filter { $0.1.fate == .delivered }
        #expect(delivered.count > 20_000)
        #expect(delivered.allSatisfy { $0.1.serviceStart >= $0.0.at })
        #expect(zip(delivered, delivered.dropFirst()).allSatisfy { $0.1.due <= $1.1.due })
    }

    @Test func `lost and dropped packets take no time on the link`() {
        var model = DirectionModel(link(queue: .packets(2)), .down, seed: 47)
        let next = Instant(nanoseconds: 6_000_000)
        let decisions = model.carry(Array(repeating: (1500, .zero), count: 4) + [(1500, next)])
        #expect(decisions.map(\.fate) == [.delivered, .delivered, .queueFull, .queueFull, .delivered])
        #expect(decisions[4].serviceStart == Instant(nanoseconds: 12_000_000))

        var deaf = DirectionModel(link(loss: 1), .down, seed: 47)
        let lost = deaf.carry([(1500, Instant(nanoseconds: 9))])
        #expect(lost == [.ended(.lost, at: Instant(nanoseconds: 9))])
    }

    @Test(arguments: [1, 2, 63, 64, 65, 1000])
    func `a packet limit includes the packet in service`(limit: Int) {
        var model = DirectionModel(link(queue: .packets(limit)), .down, seed: 47)
        let fates = model.carry(Array(repeating: (1500, .zero), count: limit + 3)).map(\.fate)
        #expect(fates.count(where: { $0 == .delivered }) == limit)
        #expect(fates.suffix(3).allSatisfy { $0 == .queueFull })
    }

    @Test func `a byte limit is exact to the byte`() {
        var model = DirectionModel(link(queue: .bytes(3000)), .down, seed: 47)
        let through = Instant(nanoseconds: 6_000_000)
        let decisions = model.carry([
            (1500, .zero), (1501, .zero), (1500, .zero), (1, .zero), (1500, through), (1, through),
        ])
        #expect(
            decisions.map(\.fate) == [
                .delivered, .queueFull, .delivered, .queueFull, .delivered, .queueFull,
            ]
        )
    }

    @Test(arguments: [QueueLimit.packets(0), .bytes(0), .bytes(100)])
    func `a packet on an idle link needs no queue space`(limit: QueueLimit) {
        var model = DirectionModel(link(queue: limit), .down, seed: 47)
        let through = Instant(nanoseconds: 6_000_000)
        let fates = model.carry([(1500, .zero), (1500, .zero), (1500, through)]).map(\.fate)
        #expect(fates == [.delivered, .queueFull, .delivered])
    }

    @Test func `another flow does not change a flow's random losses`() {
        let lossy = link(rate: nil, loss: 0.3)
        var alone = DirectionModel(lossy, .down, seed: 47)
        var shared = DirectionModel(lossy, .down, seed: 47)
        var differences = 0
        for number in 0..<5_000 {
            let at = Instant(nanoseconds: Int64(number))
            _ = shared.admit(LinkPacket(packet(number / 2, flow: 2), bytes: 900), at: at)
            _ = shared.next(upTo: at)
            _ = alone.admit(LinkPacket(packet(number), bytes: 1500), at: at)
            _ = shared.admit(LinkPacket(packet(number), bytes: 1500), at: at)
            if alone.next(upTo: at)?.decision.fate != shared.next(upTo: at)?.decision.fate {
                differences += 1
            }
        }
        #expect(differences == 0)
    }

    @Test func `the default queue is 1000 packets or two bandwidth-delay products`() {
        #expect(link().queueLimit(.down) == .packets(1000))
        #expect(link(rate: nil).queueLimit(.down) == .packets(1000))
        // 1 Gbit/s with a 100 ms round trip: 12.5 MB, twice, in packets of 1500.
        let long = link(rate: 1_000_000_000, delay: 50_000_000)
        #expect(long.queueLimit(.down) == .packets(16_667))
        #expect(long.queueBytes(.down) == 16_667 * 1500)
        #expect(link(queue: .bytes(5)).queueBytes(.down) == 5)
    }
}
