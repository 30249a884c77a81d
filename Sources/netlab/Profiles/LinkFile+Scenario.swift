import LinkFormats
import LinkModel
import ScenarioFormat

extension LinkFile {
    /// The line as a scenario's `link:`, checked by loading it, since other tools have lines that netlab
    /// refuses.
    func block() throws(CommandFailure) -> String {
        let block = LinkYAML(content.link).text
        let scenario = """
            netlab: 1
            \(block)origin: { files: { a.jpg: { image: jpeg, size: 20 kB } } }
            steps: [ { name: once, fetch: all } ]

            """
        do throws(ScenarioError) {
            _ = try ScenarioLoader.load(text: Array(scenario.utf8), file: name, files: traces)
        } catch {
            let messages = error.diagnostics.map(\.message).joined(separator: "; ")
            throw CommandFailure.invalidFile("\(name): error: no scenario can have this line: \(messages)")
        }
        return block
    }

    /// The traces that were read, by their names in the block.
    private var traces: ScenarioFiles {
        var texts: [String: [UInt8]] = [:]
        for direction in LinkDirection.allCases {
            if case .trace(let trace) = content.link[direction].rate {
                texts[trace.name] = Array(trace.milliseconds.map { "\($0)\n" }.joined().utf8)
            }
        }
        let found = texts
        return ScenarioFiles { path, _ throws(ScenarioFileProblem) in
            guard let text = found[path] else { throw ScenarioFileProblem("it is not among what was read") }
            return text
        }
    }
}
