import LinkModel
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LinkCatalogueTests {
    @Test(arguments: PublishedPreset.table)
    func `a preset has the published values`(preset: PublishedPreset) throws {
        let link = try #require(LinkCatalogue.profile(named: preset.name)).link
        let down = DirectionParameters(
            rateBps: preset.down,
            oneWayDelay: preset.downUs * 1000,
            lossRatio: preset.loss / 100
        )
        let up = DirectionParameters(
            rateBps: preset.up,
            oneWayDelay: preset.upUs * 1000,
            lossRatio: preset.loss / 100
        )
        #expect(link.down == down)
        #expect(link.up == up)
        #expect(link.mtu == 1500)
        #expect(link.framing == .none)
    }

    @Test func `the catalogue matches the table, and every spelling is unique`() {
        #expect(LinkCatalogue.profiles.map(\.name) == PublishedPreset.table.map(\.name))
        #expect(Set(LinkCatalogue.spellings).count == LinkCatalogue.spellings.count)
    }

    @Test func `every spelling finds its preset, and every preset names its source`() {
        for profile in LinkCatalogue.profiles {
            #expect(LinkCatalogue.profile(named: profile.name) == profile)
            #expect(!profile.source.isEmpty)
            #expect(!profile.latencyMeaning.isEmpty)
        }
        for (name, profile) in LinkCatalogue.bareNames {
            #expect(LinkCatalogue.profile(named: name) == profile)
        }
    }

    @Test func `every preset belongs to the family that lists it`() {
        for family in LinkCatalogue.families {
            #expect(!family.profiles.isEmpty)
            for profile in family.profiles {
                #expect(profile.family?.name == family.name)
                #expect(profile.latencyMeaning == family.latencyMeaning)
            }
            #expect(LinkCatalogue.family(named: family.name) == family)
            // A bare name must not also be a family's.
            #expect(LinkCatalogue.profile(named: family.name) == nil)
        }
        #expect(LinkCatalogue.family(named: "WPT/")?.name == "wpt")
        #expect(LinkCatalogue.family(named: "dsl") == nil)
    }

    @Test(arguments: ["cable", "gprs", "nlc/", "", "nlc/nlc/dsl", "dsl ", "/", "-"])
    func `an unknown name finds nothing`(name: String) {
        #expect(LinkCatalogue.profile(named: name) == nil)
    }

    @Test(arguments: [
        ("3g", "nlc/3g"), ("LTE", "nlc/lte"), ("wpt/3G", "wpt/3g"), ("WPT/3GFast", "wpt/3g-fast"),
        ("wpt/3G_EM", "wpt/3g-em"), ("nlc/wifi_ac", "nlc/wifi-ac"),
        ("lighthouse/mobileSlow4G", "lighthouse/mobile-slow-4g"), ("very-bad", "nlc/very-bad"),
        ("wifi-ac", "nlc/wifi-ac"), ("High_Latency_DNS", "nlc/high-latency-dns"),
        ("slow-3g", "chrome/slow-3g"),
    ])
    func `other tools' spellings are accepted`(spelling: String, name: String) {
        #expect(LinkCatalogue.profile(named: spelling)?.name == name)
    }

    @Test func `an ambiguous short name is reported with all its presets`() {
        #expect(LinkCatalogue.names(sharing: "fios") == ["wpt/fios", "sitespeed/fios"])
        #expect(LinkCatalogue.names(sharing: "no-such").isEmpty && LinkCatalogue.names(sharing: "").isEmpty)
    }

    @Test func `presets without a first-hand source are marked unverified`() {
        let unverified = LinkCatalogue.profiles.filter { $0.unverified != nil }.map(\.name)
        #expect(
            unverified.filter { !$0.hasPrefix("comcast/") && !$0.hasPrefix("proxyman/") }
                == ["nlc/lte", "nlc/wifi", "nlc/wifi-ac", "atc/none"]
        )
        #expect(unverified.count == 4 + 8 + 8)
    }

    @Test func `exactly one preset delays DNS responses`() {
        let delays = LinkCatalogue.profiles.filter { $0.link.dnsDelay != 0 }.map {
            ($0.name, $0.link.dnsDelay)
        }
        #expect(delays.map(\.0) == ["nlc/high-latency-dns"])
        #expect(delays.map(\.1) == [3_000_000_000])
    }
}
