import Scenarios
import Testbed

/// The line and the origin that a command is put behind.
struct ExecPlan {
    /// What stands in for a scenario where none is named: a line without limits. A scenario must have a file and a
    /// step; these are dropped when it has been read.
    private static let bare = """
        netlab: 1
        name: exec
        link: { down: {}, up: {} }
        origin: { files: { none.jpg: { image: jpeg, size: 400 B } } }
        steps: [ { fetch: all, name: none } ]
        """

    let bench: BenchPlan
    /// True where nothing was said about the line.
    let isUnlimited: Bool

    init(_ arguments: ParsedArguments, _ options: ExecOptions) throws(CommandFailure) {
        let loading = try ScenarioLoading(arguments)
        let set: ScenarioSet
        if let name = options.scenario {
            set = try loading.load(name).set
        } else {
            set = try loading.load(text: Array(Self.bare.utf8), file: "exec")
        }
        guard set.variants.count == 1 else {
            let keys = set.variants[0].matrix.map(\.key).joined(separator: ", ")
            throw CommandFailure(
                .wrongUsage,
                "\(options.scenario ?? "") is \(set.variants.count) scenarios: a command runs behind one",
                advice: "choose with --set: its matrix has \(keys)"
            )
        }
        var scenario = set.variants[0].scenario
        if options.scenario == nil {
            scenario.origin.files = []
            scenario.steps = []
        }
        isUnlimited =
            options.scenario == nil && arguments.value("--profile") == nil
            && !arguments.values("--set").contains { $0.hasPrefix("link.") }
        bench = BenchPlan(
            scenario: scenario,
            resolved: ResolvedScenario(scenario).text,
            carrier: options.carrier
        )
    }
}
