import Experiments
import LinkModel
import LinuxIO
package import Programs
import Reports
import Runs
import ScenarioFormat
import Scenarios
package import Sweeps
import Testbed
import VirtualTime
import Wire

/// Runs one cell of a sweep's folder, under the plan's conditions and no others.
package struct CellRunner {
    /// What came of a cell, as the statuses that engines know: 0 for a finished one, whatever its result; 3 to try it again;
    /// 1 and 2 for what another try will not mend.
    package typealias Verdict = ExitStatus

    /// How long a cell in real time waits for other runs on its machine: an engine should not pay for more.
    private static let patience: Nanoseconds = 3_600_000_000_000

    private let folder: SweepFolder
    private let conditions: CellConditions
    private let keepsRuns: Bool
    private let console: Console

    package init(_ folder: SweepFolder, keepsRuns: Bool, _ console: Console) throws(CommandFailure) {
        self.folder = folder
        self.keepsRuns = keepsRuns
        self.console = console
        conditions = try told { () throws(SweepError) in try folder.header().conditions }
    }

    package func run(_ cell: PlannedCell) throws(CommandFailure) -> Verdict {
        let scenario = try scenario(of: cell)
        // The program outside has made the cell's part, and judges what is in it.
        if let place = GuestOverrides.own?.folder { return try measure(scenario, in: place, .ofCommand()) }
        guard !folder.isFinished(cell.identity) else { return .done }
        try check(cell, scenario)
        let part = try told { () throws(SweepError) in try CellPart(of: cell, in: folder) }
        do throws(CommandFailure) {
            let status = try run(scenario, in: part.runFolder)
            return try settle(cell, scenario, part, status)
        } catch {
            part.drop()
            throw error
        }
    }

    private func scenario(of cell: PlannedCell) throws(CommandFailure) -> Scenario {
        do throws(SweepPlanFailure) {
            let swept = try folder.scenario(cell.scenario)
            do throws(ScenarioError) {
                return try SweptScenarioReader(swept).scenario(with: cell.settings, seed: cell.seed)
            } catch {
                throw SweepPlanFailure.scenario(error)
            }
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The plan pins netlab's version and the kernel: a cell run under others would be another cell.
    private func check(_ cell: PlannedCell, _ scenario: Scenario) throws(CommandFailure) {
        if conditions.netlab != NetlabVersion.text {
            throw CommandFailure.invalidFile(
                "\(folder.path) was planned by netlab \(conditions.netlab), and this is \(NetlabVersion.text)",
                advice: "plan the sweep again: the finished cells of the two versions are kept apart"
            )
        }
        if conditions.clock == .real, conditions.kernel != Machine.kernel {
            throw CommandFailure.invalidFile(
                "\(folder.path) was planned for the kernel \(conditions.kernel), and this machine has \(Machine.kernel)"
            )
        }
        guard CellIdentity(scenario, conditions) == cell.identity else {
            throw CommandFailure.invalidFile(
                "\(folder.path): the cell \(cell.identity) does not match its settings: the plan was edited"
            )
        }
    }

    private func run(_ scenario: Scenario, in place: String) throws(CommandFailure) -> ExitStatus {
        let signals = try StopSignals.ofCommand()
        switch conditions.clock {
        case .real: return try measure(scenario, in: place, signals)
        case .virtual:
            let kernel = try GuestKernels.named([conditions.kernel])[0]
            return try VirtualSession(kernel, console, signals, folder: place).run()
        }
    }

    private func measure(
        _ scenario: Scenario,
        in place: String,
        _ signals: StopSignals
    ) throws(CommandFailure) -> ExitStatus {
        var settings = ExperimentSettings()
        settings.patience = Self.patience
        settings.line = conditions.line == .packet ? .packets : .streams
        let source = ExperimentSource(
            file: "\(scenario.name).yaml",
            text: Array(ResolvedScenario(scenario).text.utf8),
            set: ScenarioSet(variants: [.init(matrix: [], scenario: scenario)], text: "")
        )
        let session = ExperimentSession(settings, signals: signals)
        do throws(ExperimentError) {
            return ExitStatus.worst(of: try session.results(of: [source], in: place).map(\.outcome))
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Keeps a result that counts, and drops the part otherwise.
    private func settle(
        _ cell: PlannedCell,
        _ scenario: Scenario,
        _ part: CellPart,
        _ status: ExitStatus
    ) throws(CommandFailure) -> Verdict {
        guard let result = part.result, result.outcome != .interrupted else {
            part.drop()
            return status == .interrupted || status == .done ? .interrupted : .failed
        }
        if let doubt = result.emulation.why ?? result.failure {
            part.drop()
            throw CommandFailure(.failed, "the cell \(cell.identity) has no valid result: \(doubt)")
        }
        let rows = CellRows(cell, conditions, scenario, result)
        _ = try told { () throws(SweepError) in try part.finish(rows.bytes, keepingRun: keepsRuns) }
        return .done
    }
}
