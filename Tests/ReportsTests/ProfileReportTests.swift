import JSON
import LinkModel
import Reports
import Testing

@Suite struct ProfileReportTests {
    @Test func `the list has a line for each profile and fits the terminal`() throws {
        let text = ProfileReport.list(LinkCatalogue.families).text(width: 80)
        let lines = text.split(separator: "\n")
        #expect(lines.count == LinkCatalogue.profiles.count + 2 * LinkCatalogue.families.count)
        #expect(lines.contains { $0.hasPrefix("nlc/dsl") && $0.contains("2 Mbit/s  256 kbit/s") })
        #expect(lines.contains { $0.hasPrefix("nlc/loss-100") && $0.hasSuffix(" 100 %") })
        #expect(
            lines.contains { $0.hasPrefix("lighthouse/mobile-slow-4g ") && $0.contains(" 1.6384 Mbit/s  ") }
        )
        #expect(lines.contains { $0.hasPrefix("comcast/edge") && $0.hasSuffix(" 1.5 %") })
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: [40, 48, 60, 80, 100, 200])
    func `list and details are no wider than the terminal`(_ width: Int) {
        let lists = LinkCatalogue.families.map { ProfileReport.list($0).text(width: width) }
        let details = LinkCatalogue.profiles.map { ProfileReport.detail($0).text(width: width) }
        // A single word, such as a source's path, cannot be wrapped.
        let tooLong = (lists + details).flatMap { $0.split(separator: "\n") }.filter {
            $0.count > width && $0.split(separator: " ").count > 1
        }
        #expect(tooLong == [])
    }

    @Test func `a family is listed with its tool's meaning of latency`() throws {
        let family = try #require(LinkCatalogue.family(named: "wpt"))
        let text = ProfileReport.list(family).text(width: 80)
        #expect(text.hasPrefix("WebPageTest "))
        #expect(text.contains("\nwpt/cable"))
        #expect(text.hasSuffix("\n\nlatency: the round trip: half of it each way\n"))
        #expect(!text.contains("nlc/"))
    }

    @Test func `a profile's details name the source of its numbers`() throws {
        let profile = try #require(LinkCatalogue.profile(named: "lte"))
        let text = ProfileReport.detail(profile).text(width: 80)
        #expect(text.hasPrefix("nlc/lte: Network Link Conditioner: LTE\n  down        50 Mbit/s"))
        #expect(text.contains("\n  unverified  both rates\n"))
        #expect(text.contains("one-way delay 65 ms"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: [
        (
            "nlc/high-latency-dns",
            "names       the name server across the line answers each question after 3000 ms"
        ),
        ("nlc/dsl", "names       the client knows the address: a run asks no name server"),
    ])
    func `a profile's details say whether DNS lookups are simulated`(name: String, line: String) throws {
        let text = ProfileReport.detail(try #require(LinkCatalogue.profile(named: name))).text(width: 100)
        #expect(text.contains(line), "\(text)")
        #expect(!text.contains("missing"))
    }

    @Test func `the JSON has every key for every profile`() {
        let json = ProfileReport.json(LinkCatalogue.profiles)
        #expect(json["schema"] == "netlab.profiles/1")
        guard case .array(let profiles) = json["profiles"] else {
            Issue.record("no list of profiles")
            return
        }
        #expect(profiles.count == LinkCatalogue.profiles.count)
        for profile in profiles {
            for key in [
                "name", "family", "about", "down", "up", "mtu", "source", "latencyMeaning", "unverified",
                "missing", "dnsDelayNs",
            ] {
                #expect(profile[key] != nil, "\(key)")
            }
            #expect(profile["down"]?["rateBps"] != nil)
        }
    }
}
