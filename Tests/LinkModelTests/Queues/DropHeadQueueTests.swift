import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct DropHeadQueueTests {
    @Test func `a full queue drops the longest-waiting entry`() {
        var model = DirectionModel.queueing(.dropHead, limit: .packets(3))
        let at = Instant(nanoseconds: 10)
        let decisions = model.carry([(1000, .zero), (1000, .zero), (1000, .zero), (1000, at), (1000, at)])
        #expect(decisions.map(\.fate) == [.delivered, .queueFull, .queueFull, .delivered, .delivered])
        #expect(decisions[1] == .ended(.queueFull, at: at))
        #expect(decisions[4].serviceStart == Instant(nanoseconds: 2_000_000))
    }

    @Test func `a byte limit drops as many packets as the new one needs`() {
        var model = DirectionModel.queueing(.dropHead, limit: .bytes(3000))
        let decisions = model.carry([
            (1000, .zero), (600, .zero), (600, .zero), (800, .zero), (1000, .zero), (3000, .zero),
        ])
        // The last packet does not fit beside the one in service, and displaces all others.
        #expect(
            decisions.map(\.fate) == [
                .delivered, .queueFull, .queueFull, .queueFull, .queueFull, .queueFull,
            ]
        )
    }
}
