import Analysis
import Experiments
import JSON
import LinuxIO
import Programs
import Reports
import Runs
import ScenarioFormat
import Scenarios
import Theory
import Wire

/// `netlab predict SCENARIO`.
struct PredictCommand: Command {
    static let name = "predict"
    static let summary = "Show what theory predicts for a scenario, without running it"
    static let usage = "SCENARIO [--kernel VERSION] [--json] [--packets FILE] [--set KEY=VALUE]"
    static let discussion = """
        Every transfer has four predictions. `article` is the body's bits over the rate; `wire` counts every header; `alone`
        and `shared` come from a simulation in virtual time, packet by packet, over the same line with the same seed: it
        loses the n-th packet of a connection if the run does. Both hosts' TCP follows Linux's rules. `article` and `wire`
        count only the response, the others also the connection's set-up and the request.

        Releases of Linux differ: before 6.6 the receive window grows later. The prediction is for this machine's release,
        as in a run in real time. A run in virtual time uses the guest's release: --kernel 6.1. There programs take the
        same few microseconds in every run, and the prediction includes them.

        BBR is simulated as version 1. The kernel chooses its first probing phase at random; here the seed decides.
        Single BBR downloads were compared with this kernel's (`netlab bench theory --only bbr`); several downloads that
        share a line were not.

        Below the predictions is where each transfer's time will go, by the causes that `netlab explain` names after a run;
        --json has it as `ledger`, and the bytes sent and received over time as `timeSequence`.

        --packets writes what every simulated packet carries and what the line does to it, one JSON object a line:
        sequence numbers over time.
        """
    static let options =
        [
            CommandOption(
                "--kernel",
                value: "VERSION",
                about: "the release of Linux whose TCP is simulated (default: this machine's)"
            ),
            CommandOption("--json", about: "one JSON document"),
            CommandOption("--packets", value: "FILE", about: "every simulated packet, as JSON lines"),
        ] + ScenarioLoading.options
    static let operands: KnownOperands = .one(.scenarios)
    static let examples = [
        (line: "netlab predict dsl", about: "how long should it take?"),
        (line: "netlab predict dsl --kernel 6.1", about: "and in virtual time, on a guest of Linux 6.1?"),
        (
            line: "netlab predict mine.yaml --set link.down.loss=1% --json",
            about: "the same with loss, for a program to read"
        ),
    ]

    private let name: String
    private let loading: ScenarioLoading
    private let kernel: KernelRelease
    private let clock: ClockKind
    private let asJSON: Bool
    private let packetsFile: String?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        let names = try ScenarioLoading.names(arguments, command: Self.name)
        guard names.count == 1 else {
            throw CommandFailure(.wrongUsage, "netlab predict takes one scenario, not \(names.count)")
        }
        name = names[0]
        loading = try ScenarioLoading(arguments)
        kernel = try Self.kernel(arguments.value("--kernel"))
        clock = arguments.has("--kernel") ? .virtual : .real
        asJSON = arguments.has("--json")
        packetsFile = arguments.value("--packets")
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let loaded = try loading.load(name)
        if packetsFile != nil { _ = try loaded.only("--packets writes the packets of one scenario") }
        var reports: [PredictionReport] = []
        for (index, variant) in loaded.set.variants.enumerated() {
            let (prediction, ledgers) = try prediction(variant.scenario)
            for timeout in prediction.timeouts { console.warn(timeout.sentence) }
            let report = PredictionReport(
                prediction,
                ledgers,
                scenario: variant.scenario.name,
                combination: variant.matrix.map { ($0.key, $0.value) }
            )
            reports.append(report)
            if asJSON { continue }
            if index > 0 { console.print("") }
            console.print(report.document)
        }
        if asJSON { console.print(PredictionReport.document(reports).pretty) }
        return .done
    }

    private static func kernel(_ text: String?) throws(CommandFailure) -> KernelRelease {
        guard let text else { return .ofThisMachine }
        guard let kernel = KernelRelease(text) else {
            throw CommandFailure(.wrongUsage, "--kernel takes a release such as 6.1: not `\(text)`")
        }
        return kernel
    }

    /// With the ledgers, which take as long as the simulations of each transfer alone.
    private func prediction(
        _ scenario: Scenario
    ) throws(CommandFailure) -> (ScenarioPrediction, PredictedLedgers) {
        let log: ScenarioPrediction.Log = packetsFile != nil ? .whole : .bounded
        guard
            let prediction = ScenarioPrediction(
                scenario,
                kernel: kernel,
                clock: clock,
                log: log,
                tellsAlone: false
            )
        else {
            throw CommandFailure(.wrongUsage, "\(name) has more packets than can be simulated")
        }
        if let packetsFile { try SimulatedPackets(outcome: prediction.outcome).write(to: packetsFile) }
        let found = SideBySide.run(named: "alone") {
            prediction.timesAlone()
        } beside: {
            PredictedLedgers(prediction)
        }
        var whole = prediction
        whole.tell(alone: found.other)
        return (whole, found.mine)
    }
}
