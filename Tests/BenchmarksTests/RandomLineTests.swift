import LinkModel
import ScenarioFormat
import Scenarios
import Testing

@testable import Benchmarks

@Suite struct RandomLineTests {
    private static let lines = (0..<400).map { RandomLine(seed: UInt64($0)) }

    @Test func `the same seed gives the same line, different seeds give different lines`() {
        #expect(RandomLine(seed: 7).scenario == RandomLine(seed: 7).scenario)
        #expect(Set(Self.lines.map(\.scenario.link)).count == Self.lines.count)
    }

    /// A change of the draws would make earlier figures, and the seeds that they name, worthless.
    @Test func `the line of a given seed never changes`() {
        let scenario = RandomLine(seed: 1).scenario
        #expect(scenario.link.parameters.down.rateBps == 66_868_000)
        #expect(scenario.origin.files.map(\.size) == [2890, 275_577, 196_942, 12_806, 1_145_319])
    }

    @Test func `every kind has the same number of lines and its own distinguishing parameters`() {
        for kind in RandomLine.Kind.allCases {
            let lines = Self.lines.filter { $0.kind == kind }
            #expect(lines.count == Self.lines.count / RandomLine.Kind.allCases.count)
            for line in lines {
                let down = line.scenario.link.parameters.down
                #expect((down.lossRatio > 0) == (kind == .loss))
                #expect((down.discipline != .dropTail) == (kind == .disciplines))
                #expect((line.scenario.origin.encryption != nil) == (kind == .secure))
            }
        }
    }

    @Test func `lines stay within the bounds and reach both ends of each range`() throws {
        let rates = Self.lines.flatMap { line in
            LinkDirection.allCases.compactMap { line.scenario.link.parameters[$0].rateBps }
        }
        #expect(rates.allSatisfy { RandomLine.rates.contains(Double($0)) })
        #expect(rates.min() ?? .max < 100_000 && rates.max() ?? 0 > 80_000_000)
        let delays = Self.lines.map { Double($0.scenario.link.parameters.down.oneWayDelay) / 1e6 }
        #expect(delays.allSatisfy { RandomLine.delays.contains($0) })
        #expect(delays.min() ?? .infinity < 1.5 && delays.max() ?? 0 > 200)
        #expect(Set(Self.lines.map(\.scenario.origin.files.count)) == Set(1...5))
        #expect(Set(Self.lines.map(\.scenario.client.connections)) == Set(1...6))
    }

    @Test func `a slow line gets files small enough to transfer in virtual minutes`() {
        for line in Self.lines {
            let bytes = line.scenario.origin.files.reduce(0) { $0 + $1.size }
            let rate = line.scenario.link.parameters.down.rateBps ?? 1
            let least = line.scenario.origin.files.count * Int(RandomLine.sizes.lowerBound)
            #expect(bytes <= max(least, Int(RandomLine.longest * Double(rate) / 8)) + least)
        }
    }

    @Test func `every line is a scenario that the loader accepts as text`() throws {
        for line in Self.lines.prefix(40) {
            let source = ResolvedScenario(line.scenario).text
            let set = try ScenarioLoader.load(text: Array(source.utf8), file: "line.yaml")
            let link = try #require(set.variants.first?.scenario.link)
            #expect(link.settled == line.scenario.link.settled)
        }
    }
}
