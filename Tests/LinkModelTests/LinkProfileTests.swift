import LinkModel
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LinkProfileTests {
    struct Row: Sendable {
        var name: String
        var down: (bps: Int64?, ms: Int64)
        var up: (bps: Int64?, ms: Int64)
        var loss = 0.0
    }

    static let rows = [
        Row(name: "nlc/dsl", down: (2_000_000, 5), up: (256_000, 5)),
        Row(name: "nlc/3g", down: (780_000, 100), up: (330_000, 100)),
        Row(name: "nlc/edge", down: (240_000, 400), up: (200_000, 440)),
        Row(name: "nlc/lte", down: (50_000_000, 50), up: (10_000_000, 65)),
        Row(name: "nlc/wifi", down: (40_000_000, 1), up: (33_000_000, 1)),
        Row(name: "nlc/wifi-ac", down: (250_000_000, 1), up: (100_000_000, 1)),
        Row(name: "nlc/very-bad", down: (1_000_000, 500), up: (1_000_000, 500), loss: 0.1),
        Row(name: "nlc/loss-100", down: (nil, 0), up: (nil, 0), loss: 1),
        Row(name: "nlc/high-latency-dns", down: (nil, 0), up: (nil, 0)),
    ]

    @Test(arguments: rows)
    func `a preset has the published numbers`(row: Row) throws {
        let link = try #require(LinkProfile.named(row.name)).link
        #expect(link.down.rateBps == row.down.bps)
        #expect(link.down.oneWayDelay == row.down.ms * 1_000_000)
        #expect(link.up.rateBps == row.up.bps)
        #expect(link.up.oneWayDelay == row.up.ms * 1_000_000)
        #expect(link.down.lossRatio == row.loss)
        #expect(link.up.lossRatio == row.loss)
        #expect(link.mtu == 1500)
    }

    @Test func `the catalogue is this table, with no name twice`() {
        #expect(LinkProfile.catalogue.map(\.name) == Self.rows.map(\.name))
        #expect(Set(LinkProfile.spellings).count == LinkProfile.spellings.count)
    }

    @Test func `every spelling finds a preset, and every preset says its source`() {
        for spelling in LinkProfile.spellings { #expect(LinkProfile.named(spelling) != nil) }
        for profile in LinkProfile.catalogue {
            #expect(!profile.source.isEmpty)
            #expect(!profile.latencyMeaning.isEmpty)
        }
    }

    @Test(arguments: ["very-bad", "wifi-ac", "nlc/", "DSL", "", "nlc/nlc/dsl", "dsl "])
    func `a name that is none finds nothing`(name: String) {
        #expect(LinkProfile.named(name) == nil)
    }

    @Test func `a bare name means the conditioner's preset`() {
        #expect(LinkProfile.named("3g") == LinkProfile.named("nlc/3g"))
    }
}
