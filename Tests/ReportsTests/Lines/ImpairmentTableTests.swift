import JSON
import LinkModel
import Runs
import ScenarioFormat
import Scenarios
import Testing
import Theory

@testable import Reports

@Suite struct ImpairmentTableTests {
    /// A sample value for the impairment's key in a scenario.
    private static func sample(_ impairment: Impairment) -> String {
        switch impairment.settings {
        case .figures(let figures):
            figures.sole.map { sample($0.usual) }
                ?? "{ \(figures.figures.map { "\($0.key): \(sample($0.usual))" }.joined(separator: ", ")) }"
        case .loss: "5 %"
        case .outages: "{ every: 9 s, for: 1 s, packets: lost }"
        case .queue: "{ limit: 9 packets, discipline: drop-head }"
        }
    }

    private static func sample(_ kind: ImpairmentFigure.Value) -> String {
        switch kind {
        case .time: "2 ms"
        case .rate: "1 Mbit/s"
        case .bytes: "9 kB"
        case .count: "3"
        case .share, .correlation: "5 %"
        case .word(let word): word
        }
    }

    private static func line(_ text: String) throws -> LinkParameters {
        let rest = "origin: { files: { a: { image: png, size: 1 kB } } }\nsteps: [ { name: b, fetch: a } ]\n"
        let scenario = "netlab: 1\nname: a\n\(text)\(rest)"
        let loaded = try ScenarioLoader.load(text: Array(scenario.utf8), file: "x.yaml")
        return loaded.variants[0].scenario.link.parameters
    }

    private static func line(_ impairment: Impairment?) throws -> LinkParameters {
        let more = impairment.map { ", \($0.key): \(sample($0))" } ?? ""
        return try line("link: { down: { rate: 2 Mbit/s, oneWayDelay: 9 ms\(more) } }\n")
    }

    @Test(arguments: Impairment.allCases)
    func `each impairment decodes, renders, is written as JSON and worded, and is a gap in theory`(
        _ impairment: Impairment
    ) throws {
        let (line, plain) = try (Self.line(impairment), Self.line(nil))
        #expect(line.down.impairments == [impairment])
        #expect(!line.down.isPlain && plain.down.isPlain)
        let text = LinkYAML(line).text
        #expect(text.contains("\(impairment.key): "))
        #expect(try Self.line(text) == line)
        #expect(line.json(.down)[impairment.rawValue] != plain.json(.down)[impairment.rawValue])
        #expect(DirectionWords(line, .down).text != DirectionWords(plain, .down).text)
        #expect(TheoryGap.of(line) == [.impairment(impairment)] && TheoryGap.of(plain).isEmpty)
    }
}
