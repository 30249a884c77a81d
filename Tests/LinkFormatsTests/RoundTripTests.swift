import LinkFormats
import LinkModel
import Testing

/// Exported for another tool and imported again: the same line, except for what that tool rounds or leaves
/// out.
@Suite(.timeLimit(.minutes(1)))
struct RoundTripTests {
    private func there(_ format: LinkFormat, _ link: LinkParameters) throws -> LinkParameters {
        let text = format.export(link, title: "a line").text
        let back = try LinkImport(Array(text.utf8), name: "file")
        #expect(back.format == format)
        return back.link
    }

    /// A queue matters only with a rate.
    private func withQueues(_ link: LinkParameters) -> LinkParameters {
        var link = link
        link.down.queue = link.down.rateBps == nil ? nil : link.queueLimit(.down)
        link.up.queue = link.up.rateBps == nil ? nil : link.queueLimit(.up)
        return link
    }

    @Test(arguments: LinkCatalogue.profiles)
    func `tc preserves every preset except the DNS delay`(profile: LinkProfile) throws {
        var line = withQueues(profile.link)
        line.dnsDelay = 0
        #expect(try there(.trafficControl, profile.link) == line)
    }

    @Test func `tc preserves every impairment`() throws {
        #expect(try there(.trafficControl, SampleLines.impaired) == SampleLines.impaired)
    }

    @Test(arguments: LinkCatalogue.profiles)
    func `toxiproxy preserves delays in milliseconds and rates in kB/s`(profile: LinkProfile) throws {
        func kept(_ side: DirectionParameters) -> DirectionParameters {
            if side.lossRatio == 1 { return DirectionParameters(lossRatio: 1) }
            return DirectionParameters(
                rateBps: side.rateBps.map { max(8000, ($0 + 4000) / 8000 * 8000) },
                oneWayDelay: (side.oneWayDelay + 500_000) / 1_000_000 * 1_000_000
            )
        }
        let empty =
            kept(profile.link.down) == DirectionParameters() && kept(profile.link.up) == DirectionParameters()
        if empty {
            #expect(throws: ImportError.self) { try there(.toxiproxy, profile.link) }
            return
        }
        let back = try there(.toxiproxy, profile.link)
        #expect(back.down == kept(profile.link.down))
        #expect(back.up == kept(profile.link.up))
    }

    @Test(arguments: LinkCatalogue.profiles)
    func `mahimahi preserves rates, losses, queues and half the round trip`(profile: LinkProfile) throws {
        let link = profile.link
        guard link.down != DirectionParameters() || link.up != DirectionParameters() else {
            // Only the command remains, which does not identify mahimahi.
            #expect(throws: ImportError.self) { try there(.mahimahi, link) }
            return
        }
        let hasTraces = link.down.rateBps != nil || link.up.rateBps != nil
        func kept(_ direction: LinkDirection) -> DirectionParameters {
            DirectionParameters(
                rateBps: hasTraces ? link[direction].rateBps ?? 1_000_000_000 : nil,
                oneWayDelay: (link.roundTripDelay + 1_000_000) / 2_000_000 * 1_000_000,
                lossRatio: link[direction].lossRatio,
                queue: hasTraces ? link.queueLimit(direction) : nil
            )
        }
        let back = try there(.mahimahi, link)
        #expect(back.down == kept(.down))
        #expect(back.up == kept(.up))
    }
}
