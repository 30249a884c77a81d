import Programs
import Scenarios
import Testing

@testable import Commands

@Suite(.timeLimit(.minutes(1)))
struct FirstScenarioTests {
    @Test func `is valid and has expectations for each step`() throws {
        let none = try ParsedArguments([], taking: [], command: "run")
        let loaded = try ScenarioLoading(none).load(
            text: Array(FirstScenario.text.utf8),
            file: "scenario.yaml"
        )
        let scenario = try loaded.only("a first scenario is one")
        #expect(scenario.name == "first-experiment")
        let lines = FirstScenario.text.split(separator: "\n")
        let expected = lines.drop { $0 != "expect:" }.filter { $0.hasPrefix("  - ") }
        for step in ["cold", "relaunch"] {
            #expect(expected.contains { $0.hasPrefix("  - \(step).") }, "\(step)")
        }
    }

    @Test func `its comments use existing commands and options`() throws {
        let typed = FirstScenario.text.split(separator: "\n").filter { $0.hasPrefix("#   netlab ") }
        #expect(typed.count >= 6)
        for line in typed {
            // What is typed ends before two spaces.
            let words = line.dropFirst(4).split(separator: "  ")[0].split(separator: " ").map { String($0) }
            let command = try CommandList.named(words[1])
            _ = try ParsedArguments(words.dropFirst(2), taking: command.options, command: command.name)
        }
    }

    @Test(arguments: [
        (["a", "b"], "one folder"), (["a", "-o", "b.yaml"], "leave the folder out"), ([""], "empty"),
        (["-o", ""], "empty"),
    ])
    func `takes exactly one place, which must not be empty`(_ words: [String], _ reason: String) {
        let failure = #expect(throws: CommandFailure.self) {
            _ = try InitCommand(ParsedArguments(words, taking: InitCommand.options, command: "init"))
        }
        #expect(failure?.status == .wrongUsage)
        #expect(failure?.message.contains(reason) == true)
    }
}
