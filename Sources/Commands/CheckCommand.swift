import Experiments
import Figures
import Programs
import Reports
import ScenarioFormat
import Scenarios
import Services
import Sweeping
import Theory

/// `netlab check SCENARIO...`.
struct CheckCommand: Command {
    static let name = "check"
    static let summary = "Parse and validate scenarios, sweeps and files of rules without running them"
    static let usage = "SCENARIO... [--set KEY=VALUE]"
    static let discussion = """
        All errors are reported at once, each as FILE:LINE:COLUMN with the line, a caret and the nearest valid
        spelling. The exit status is 2 if there are any.

        A file with `rules:` is for `netlab proxy --rules`, and a file with `sweep:` is a sweep: its cells are
        validated, at most a thousand of them.

        A valid scenario is also simulated: a transfer that theory expects to exceed `client.timeout` is a warning.
        """
    static let options = ScenarioLoading.options
    static let operands: KnownOperands = .each(.scenarios)
    static let examples = [
        (line: "netlab check mine.yaml", about: "is it valid?"),
        (line: "netlab check rules.yaml", about: "rules for the proxy"),
        (
            line: "netlab check dsl --set link.down.loss=1%",
            about: "would it still be valid with this change?"
        ),
    ]

    /// Combinations of a matrix that are simulated; each takes some milliseconds.
    private static let predictions = 64

    private let names: [String]
    private let loading: ScenarioLoading

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        names = try ScenarioLoading.names(arguments, command: Self.name)
        loading = try ScenarioLoading(arguments)
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        var isValid = true
        for name in names {
            do throws(CommandFailure) {
                if let count = try RulesFile.count(name) {
                    console.print("\(name): valid: \(count == 1 ? "one rule" : "\(count) rules")")
                    continue
                }
                // Standard input can be read once.
                let source = try ScenarioLibrary.readSweep(name)
                if let count = try SweepChecking.count(source) {
                    console.print("\(source.file): valid: a sweep of \(CountFormat.text(count, "cell"))")
                    continue
                }
                let loaded = try loading.load(text: source.text, file: source.file)
                let count = loaded.set.variants.count
                let runs = count == 1 ? "one run" : "\(count) runs"
                let first = loaded.set.variants[0].scenario
                // A bare name such as `LTE` stands for one of several families' presets.
                let line = first.link.profile.map { " over \($0)" } ?? ""
                let verdict = "\(loaded.file): valid: \(first.name), \(runs)"
                let isNarrow = verdict.count + line.count > console.style.width
                console.print(verdict + (isNarrow && !line.isEmpty ? "\n \(line)" : line))
                console.warnOfForeignFiles(in: first)
                warn(of: loaded.set, on: console)
            } catch  where error.status == .invalidFile {
                console.report(error)
                isValid = false
            }
        }
        return isValid ? .done : .invalidFile
    }

    /// Warns about what is valid but may fail. Each warning appears once, however many combinations cause it.
    private func warn(of set: ScenarioSet, on console: Console) {
        var told: Set<String> = []
        for variant in set.variants.prefix(Self.predictions) {
            let prediction = ScenarioPrediction(variant.scenario, kernel: .ofThisMachine)
            for timeout in prediction?.timeouts ?? [] where told.insert(timeout.step).inserted {
                console.warn("\(variant.scenario.name): \(timeout.sentence)")
            }
        }
    }
}
