import Fixtures
import LinkFormats
import Programs
import ScenarioFormat
import Scenarios

extension LinkFile {
    /// The line as a scenario's `link:`, checked by loading one that has it, since other tools have lines that
    /// netlab refuses.
    func block() throws(CommandFailure) -> String {
        let scenario = Scenario(
            name: "imported",
            link: LinkSettings(parameters: content.link),
            origin: OriginSettings(files: [OriginFile(name: "a.jpg", image: .jpeg, size: 20_000)]),
            steps: [.fetch("once", ["a.jpg"])]
        )
        do throws(ScenarioError) {
            _ = try ScenarioLoader.load(scenario)
        } catch {
            let messages = error.diagnostics.map(\.message).joined(separator: "; ")
            throw CommandFailure.invalidFile("\(name): error: a scenario cannot have this line: \(messages)")
        }
        return LinkYAML(content.link).text
    }
}
