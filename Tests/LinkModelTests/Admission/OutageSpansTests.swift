import Testing
import Wire

@testable import LinkModel

struct OutageSpansTests {
    private static let ms: Nanoseconds = 1_000_000
    private static let patterns: [Outages.Pattern] = [
        .listed([.init(start: 30 * ms, length: 20 * ms), .init(start: 400 * ms, length: 100 * ms)]),
        .every(100 * ms, length: 25 * ms),
        .random(meanUp: 60 * ms, meanDown: 15 * ms),
    ]

    /// One packet each tenth of a millisecond tells when the line is down.
    @Test(arguments: patterns)
    func `match the times in which the link loses packets`(_ pattern: Outages.Pattern) {
        var link = LinkParameters.unlimited
        link.down.outages = Outages(pattern: pattern)
        let epoch = Instant(nanoseconds: 7 * Self.ms)
        var line = DirectionModel(link, .down, seed: 11, epoch: epoch)
        let end = epoch + 1000 * Self.ms
        let spans = link.down.outages?.spans(.down, seed: 11, epoch: epoch, change: 0, until: end) ?? []
        #expect(!spans.isEmpty)
        var now = epoch
        var number: UInt32 = 0
        while now < end {
            let identity = PacketIdentity(direction: .down, flow: 1, number: number)
            _ = line.admit(LinkPacket(identity, bytes: 100, ticket: Int(number)), at: now)
            let isLost = line.next(upTo: now)?.decision.fate == .outage
            #expect(isLost == spans.contains { $0.contains(now) }, "\(now)")
            now = now + Self.ms / 10
            number += 1
        }
    }
}
