import LinkModel
import Reports
import Runs
import Testing

@Suite struct ProfileReportTests {
    @Test func `the list has a line for each profile`() throws {
        let text = ProfileReport.list(LinkProfile.catalogue, TerminalStyle(width: 100))
        let lines = text.split(separator: "\n")
        #expect(lines.count == LinkProfile.catalogue.count + 2)
        #expect(lines.contains { $0.hasPrefix("nlc/dsl") && $0.contains("2 Mbit/s  256 kbit/s") })
        #expect(
            lines.contains {
                $0.hasPrefix("nlc/loss-100") && $0.contains("unlimited") && $0.contains("100 %")
            }
        )
        #expect(lines.allSatisfy { $0.count <= 100 })
    }

    @Test func `one profile says where its numbers come from`() throws {
        let profile = try #require(LinkProfile.named("lte"))
        let text = ProfileReport.detail(profile, TerminalStyle(width: 80))
        #expect(text.hasPrefix("nlc/lte: Network Link Conditioner: LTE\n  down        50 Mbit/s"))
        #expect(text.contains("\n  unverified  both rates\n"))
        #expect(text.contains("one-way delay 65.0 ms"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `the JSON has every key for every profile`() {
        let json = ProfileReport.json(LinkProfile.catalogue)
        #expect(json["schema"] == "netlab.profiles/1")
        guard case .array(let profiles) = json["profiles"] else {
            Issue.record("no list of profiles")
            return
        }
        #expect(profiles.count == LinkProfile.catalogue.count)
        for profile in profiles {
            for key in [
                "name", "about", "down", "up", "mtu", "source", "latencyMeaning", "unverified", "missing",
            ] {
                #expect(profile[key] != nil, "\(key)")
            }
            #expect(profile["down"]?["rateBps"] != nil)
        }
    }
}
