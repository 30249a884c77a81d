import Foundation
import ScenarioFormat
import Scenarios
import Testing

@Suite struct BundledScenarioTests {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "scenarios")

    static var names: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".yaml") }.sorted()
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    @Test(arguments: names)
    func `a bundled scenario loads and is named after its file`(_ name: String) throws {
        let set = try ScenarioLoader.load(text: try Self.bytes(name), file: name)
        #expect(set.variants.allSatisfy { "\($0.scenario.name).yaml" == name })
        #expect(set.variants.allSatisfy { !$0.scenario.expectations.isEmpty })
    }

    @Test(arguments: names)
    func `a bundled scenario round-trips as resolved text`(_ name: String) throws {
        for variant in try ScenarioLoader.load(text: try Self.bytes(name), file: name).variants {
            let text = ResolvedScenario(variant.scenario).text
            let again = try ScenarioLoader.load(text: Array(text.utf8), file: "resolved.yaml").variants[0]
                .scenario
            #expect(again.withoutLines == variant.scenario.withoutLines)
            #expect(ResolvedScenario(again).text == text)
        }
    }

    @Test func `the DSL scenario truncated at any byte never crashes the loader`() throws {
        let bytes = try Self.bytes("dsl.yaml")
        for length in 0..<bytes.count {
            do {
                _ = try ScenarioLoader.load(text: Array(bytes.prefix(length)), file: "dsl.yaml")
            } catch {
                #expect(!error.diagnostics.isEmpty)
                #expect(!error.description.isEmpty)
            }
        }
    }
}

extension Scenario {
    /// The written scenario has its expectations on other lines.
    var withoutLines: Scenario {
        var copy = self
        for index in copy.expectations.indices { copy.expectations[index].line = 0 }
        return copy
    }
}
