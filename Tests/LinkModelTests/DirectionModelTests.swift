import LinkModel
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
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

    @Test func `a packet waits for those before it, is served, and travels`() {
        var model = DirectionModel(link(), .down, seed: 47)
        let at = Instant(nanoseconds: 1_000)
        let first = model.admit(packet(0), bytes: 1500, at: at)
        #expect(first.fate == .delivered)
        #expect(first.serviceStart == at)
        #expect(first.serviceEnd == at + 6_000_000)
        #expect(first.due == at + 11_000_000)
        let second = model.admit(packet(1), bytes: 750, at: at + 1)
        #expect(second.serviceStart == first.serviceEnd)
        #expect(second.serviceEnd == first.serviceEnd + 3_000_000)
        #expect(second.due == second.serviceEnd + 5_000_000)
    }

    @Test func `each direction has its own rate and delay`() {
        let asymmetric = LinkParameters(
            down: DirectionParameters(rateBps: 8_000_000, oneWayDelay: 1),
            up: DirectionParameters(rateBps: 8_000, oneWayDelay: 2)
        )
        var down = DirectionModel(asymmetric, .down, seed: 1)
        var up = DirectionModel(asymmetric, .up, seed: 1)
        let downDue = down.admit(packet(0), bytes: 1000, at: .zero).due
        let upDue = up.admit(packet(0), bytes: 1000, at: .zero).due
        #expect(downDue == Instant(nanoseconds: 1_000_001))
        #expect(upDue == Instant(nanoseconds: 1_000_000_002))
    }

    @Test func `due times never go backwards, whatever arrives when`() {
        var model = DirectionModel(link(loss: 0.05, queue: .packets(20)), .down, seed: 3)
        var now = Instant.zero
        var lastDue = Instant.zero
        var delivered = 0
        for number in 0..<50_000 {
            now = now + Int64((number &* 104_729) % 9_000_000)
            let decision = model.admit(packet(number), bytes: 40 + (number &* 31) % 1461, at: now)
            guard decision.fate == .delivered else { continue }
            delivered += 1
            #expect(decision.due >= lastDue)
            #expect(decision.serviceStart >= now)
            lastDue = decision.due
        }
        #expect(delivered > 20_000)
    }

    @Test func `what is lost or dropped takes no time on the line`() {
        var model = DirectionModel(link(queue: .packets(2)), .down, seed: 47)
        let fates = (0..<4).map { model.admit(packet($0), bytes: 1500, at: .zero).fate }
        #expect(fates == [.delivered, .delivered, .queueFull, .queueFull])
        let next = model.admit(packet(4), bytes: 1500, at: Instant(nanoseconds: 6_000_000))
        #expect(next.serviceStart == Instant(nanoseconds: 12_000_000))

        var deaf = DirectionModel(link(loss: 1), .down, seed: 47)
        let lost = deaf.admit(packet(0), bytes: 1500, at: Instant(nanoseconds: 9))
        #expect(lost.fate == .lost)
        #expect(lost.due == Instant(nanoseconds: 9))
    }

    @Test func `another flow on the line leaves the random fates of the first unchanged`() {
        let lossy = link(rate: nil, loss: 0.3)
        var alone = DirectionModel(lossy, .down, seed: 47)
        var shared = DirectionModel(lossy, .down, seed: 47)
        var differences = 0
        for number in 0..<5_000 {
            let at = Instant(nanoseconds: Int64(number))
            _ = shared.admit(packet(number / 2, flow: 2), bytes: 900, at: at)
            let fates = (
                alone.admit(packet(number), bytes: 1500, at: at).fate,
                shared.admit(packet(number), bytes: 1500, at: at).fate
            )
            if fates.0 != fates.1 { differences += 1 }
        }
        #expect(differences == 0)
    }

    @Test func `the default queue is a thousand packets, or two bandwidth-delay products where that is more`()
    {
        #expect(link().queueLimit(.down) == .packets(1000))
        #expect(link(rate: nil).queueLimit(.down) == .packets(1000))
        // 1 Gbit/s over 100 ms there and back: 12.5 MB, twice, in packets of 1500.
        let long = link(rate: 1_000_000_000, delay: 50_000_000)
        #expect(long.queueLimit(.down) == .packets(16_667))
        #expect(long.queueBytes(.down) == 16_667 * 1500)
        #expect(link(queue: .bytes(5)).queueBytes(.down) == 5)
    }
}
