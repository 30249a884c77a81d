import JSON
import LinkModel
import Runs
import Testing
import Wire

@Suite struct PacketCountsTests {
    private func entry(
        _ fate: LinkFate,
        _ alterations: LinkAlterations = [],
        _ direction: LinkDirection = .down
    ) -> LinkLogEntry {
        var decision = LinkDecision(fate: fate, serviceStart: .zero, serviceEnd: .zero, due: .zero)
        decision.alterations = alterations
        let packet = PacketIdentity(direction: direction, flow: 1, number: 0)
        return LinkLogEntry(packet: packet, bytes: 100, arrival: .zero, decision: decision)
    }

    @Test func `each fate and each alteration is counted by direction`() {
        let log = [
            entry(.delivered), entry(.delivered, [.duplicate, .corrupted]), entry(.lost), entry(.lost),
            entry(.outage), entry(.policed), entry(.queueFull), entry(.congestion), entry(.waiting),
            entry(.delivered, [.reordered, .marked]), entry(.delivered, [], .up),
            // Packets that did not arrive do not count as altered.
            entry(.queueFull, [.corrupted], .up),
        ]
        let down = PacketCounts(log, .down)
        #expect(down.all == 10)
        #expect(LinkFate.allCases.map { down[$0] } == [3, 2, 1, 1, 1, 1, 1])
        #expect(LinkAlterations.table.map { down[$0.alteration] } == [1, 1, 1, 1])
        let up = PacketCounts(log, .up)
        #expect((up.all, up[.delivered], up[.queueFull], up[.corrupted]) == (2, 1, 1, 0))
        #expect(up.json["queueFull"] == .integer(1) && up.json["outage"] == .integer(0))
    }
}
