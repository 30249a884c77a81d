import LinkModel
import Testing
import Wire

@testable import LinkEngine

struct StreamRefusalTests {
    private static func refusal(
        lossAsDelay: Bool = false,
        _ change: (inout DirectionParameters) -> Void
    ) -> StreamRefusal? {
        var link = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        change(&link.down)
        return StreamRefusal(link, lossAsDelay: lossAsDelay)
    }

    @Test func `a link with only rate, delay, jitter, queue and held outages is accepted`() {
        let refusal = Self.refusal { side in
            side.rate = .constant(1_000_000)
            side.oneWayDelay = 5_000_000
            side.jitter = Jitter(amount: 1_000_000)
            side.queue = .packets(10)
            side.discipline = .fair(codel: nil)
            side.outages = Outages(pattern: .every(1_000_000_000, length: 1), packets: .held)
        }
        #expect(refusal == nil)
    }

    @Test func `impairments that streams cannot have are refused by name`() {
        for lossAsDelay in [false, true] {
            let refusal = Self.refusal(lossAsDelay: lossAsDelay) { side in
                side.reordering = Reordering(share: PacketShare(0.1))
                side.duplication = PacketShare(0.1)
                side.corruption = PacketShare(0.1)
            }
            #expect(refusal?.causes.map(\.impairment) == [.reordering, .duplication, .corruption])
            #expect(refusal?.isOfLossAlone == false)
            for word in ["down.reorder", "down.duplicate", "down.corrupt"] {
                #expect(refusal?.description.contains(word) == true)
            }
        }
    }

    @Test func `every kind of loss is refused unless requested as delay`() {
        let change: (inout DirectionParameters) -> Void = { side in
            side.loss = .random(PacketShare(0.01))
            side.outages = Outages(pattern: .every(1_000_000_000, length: 1))
            side.policer = Policer(rateBps: 1, burst: 1500)
            side.discipline = .codel(ControlledDelay())
        }
        let refusal = Self.refusal(change)
        #expect(refusal?.causes.map(\.impairment) == [.loss, .outages, .policing, .discipline])
        #expect(
            refusal?.causes.map(\.text) == [
                "down.loss: every byte of a stream arrives",
                "down.outages with packets lost: every byte of a stream arrives",
                "down.police: every byte of a stream arrives",
                "down.queue that drops early: every byte of a stream arrives",
            ]
        )
        #expect(refusal?.isOfLossAlone == true)
        #expect(Self.refusal(lossAsDelay: true, change) == nil)
    }
}
