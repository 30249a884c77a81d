import Experiments
import Programs
import Reports
import ScenarioFormat
import Scenarios

/// `netlab scenarios [NAME]`.
struct ScenariosCommand: Command {
    static let name = "scenarios"
    static let summary = "List the bundled scenarios, or print one"
    static let usage = "[NAME]"
    static let operands: KnownOperands = .one(.one(of: BundledScenarios.names))
    static let examples = [
        (line: "netlab scenarios", about: "each with what it shows; run one by its name"),
        (line: "netlab scenarios dsl > my-dsl.yaml", about: "one to start your own from"),
    ]

    private let name: String?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.positionals.count <= 1 else {
            throw CommandFailure(.wrongUsage, "netlab scenarios takes at most one name")
        }
        name = arguments.positionals.first
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        if let name {
            console.write(try Self.text(of: name))
            return .done
        }
        let rows = try BundledScenarios.names.map { (name) throws(CommandFailure) in
            (name, try ScenarioLoading.load(name).set.variants.first?.scenario.about ?? "")
        }
        for line in TermList(rows).lines(console.style.width) { console.print(line) }
        return .done
    }

    /// A bundled scenario as it is kept, with its comments.
    static func text(of name: String) throws(CommandFailure) -> [UInt8] {
        if let text = BundledScenarios.texts[name] { return text }
        throw CommandFailure(
            .wrongUsage,
            "there is no bundled scenario `\(name)`",
            advice: name.nearest(among: BundledScenarios.names).map { "did you mean `\($0)`?" }
                ?? "netlab scenarios lists them"
        )
    }
}
