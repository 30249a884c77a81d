import LinkModel
import ScenarioFormat
import Scenarios
import Testing

@Suite struct ScenarioInputsTests {
    private static let files = ScenarioFiles { path, _ throws(ScenarioFileProblem) in
        path.hasSuffix(".trace") ? Array("0\n4\n4\n9\n".utf8) : Array("bytes of \(path)".utf8)
    }

    private func scenario(_ content: String, trace: String = "lte.trace") throws -> Scenario {
        let text = """
            netlab: 1
            link: { down: { rate: { trace: \(trace) } }, up: { rate: 1 Mbit/s } }
            origin: { files: { a.css: { from: \(content) }, b.css: { from: \(content) }, c.txt: { text: hi } } }
            steps: [ { name: cold, fetch: all } ]
            """
        return try ScenarioLoader.load(text: Array(text.utf8), file: "a.yaml", files: Self.files)
            .variants[0].scenario
    }

    @Test func `every named file is an input once`() throws {
        let inputs = try scenario("pages/a.css").inputs
        #expect(inputs.map(\.path) == ["pages/a.css", "lte.trace"])
        #expect(inputs[0].bytes == Array("bytes of pages/a.css".utf8))
        #expect(inputs[1].bytes == Array("0\n4\n4\n9\n".utf8))
    }

    @Test func `files in the scenario's folder keep their path`() throws {
        let scenario = try scenario("pages/a.css")
        #expect(scenario.selfContained(reserved: []) == scenario)
    }

    @Test(arguments: [
        ("/abs/a.css", "inputs/a.css"), ("../a.css", "inputs/a.css"), ("pages/../../a.css", "inputs/a.css"),
        ("result.json", "inputs/result.json"), ("inputs/a.css", "inputs/a.css"),
    ])
    func `files outside the folder or with a reserved name get another path`(
        _ path: String,
        _ place: String
    ) throws {
        let inputs = try scenario(path).selfContained(reserved: ["result.json"]).inputs
        #expect(inputs.map(\.path) == [place, "lte.trace"])
        #expect(inputs[0].bytes == Array("bytes of \(path)".utf8))
    }

    @Test func `two files of the same name stay separate, and the scenario still loads`() throws {
        let whole = try scenario("../x/a.trace", trace: "/y/a.trace").selfContained(reserved: [])
        #expect(whole.inputs.map(\.path) == ["inputs/a.trace", "inputs/2-a.trace"])
        let text = Array(ResolvedScenario(whole).text.utf8)
        let again = try ScenarioLoader.load(text: text, file: "resolved.yaml", files: Self.files)
        #expect(again.variants[0].scenario.traces.map(\.name) == ["inputs/2-a.trace"])
    }
}
