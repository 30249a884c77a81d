import Scenarios

/// `netlab scenarios`.
struct ScenariosCommand: Command {
    static let name = "scenarios"
    static let summary = "List the bundled scenarios"
    static let usage = ""
    static let examples = [(line: "netlab scenarios", about: "each with what it shows; run one by its name")]

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.positionals.isEmpty else {
            throw CommandFailure(
                .wrongUsage,
                "netlab scenarios takes no names",
                advice: "netlab check \(arguments.positionals[0]) validates one; netlab run runs it"
            )
        }
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let names = ScenarioLibrary.names
        guard !names.isEmpty else {
            throw CommandFailure(
                .failed,
                "the bundled scenarios are not beside the program: install it again"
            )
        }
        let width = names.map(\.count).max() ?? 0
        for name in names {
            let loaded = try ScenarioLoading.load(name)
            let about = loaded.set.variants.first?.scenario.about ?? ""
            console.print(name + String(repeating: " ", count: width - name.count + 3) + about)
        }
        return .done
    }
}
