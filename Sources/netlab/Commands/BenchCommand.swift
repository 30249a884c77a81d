import Reports
import Runs
import Testbed

/// `netlab bench [NAME]`.
struct BenchCommand: Command {
    static let name = "bench"
    static let summary = "Run the project's own benchmarks, as ratios"
    static let usage = "[NAME] [--json]"
    static let discussion = """
        `line` runs the dsl scenario and holds what was measured against theory: how exact the emulation is here.
        A ratio is netlab / peer; the goal says how far from 1, or up to what, it may be.
        """
    static let options = [CommandOption("--json", about: "one JSON document")]
    static let examples = [
        (line: "netlab bench line", about: "every exchange against theory, on this machine")
    ]

    private let asJSON: Bool

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        asJSON = arguments.has("--json")
        for name in arguments.positionals where name != "line" {
            let nearest = name.nearest(among: ["line"]) ?? "line"
            throw CommandFailure(
                .wrongUsage,
                "there is no benchmark `\(name)`",
                advice: "did you mean `netlab bench \(nearest)`?"
            )
        }
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        guard let rows = try LineBenchmark(console).rows() else { return .interrupted }
        if asJSON {
            let machine = MachineRecord.ofThisMachine
            console.print(BenchDocument.json(rows, machine: machine).pretty)
        } else {
            console.print(BenchDocument.text(rows, console.style))
        }
        return rows.allSatisfy { $0.isMet != false } ? .done : .expectationsNotMet
    }
}
