import JSON
import LinkModel
import Logs
package import Runs
import ScenarioFormat
package import Scenarios
import Wire

/// A finished cell as rows: one for the run, each step, each transfer, each cause of a transfer's time, and each direction's
/// packets. Every row also has what tells the cell from others, so that an engine reads a table without joining.
package struct CellRows {
    package static let schema = "netlab.rows/1"

    private static let transferFigures = TransferResult.figures.filter { $0.traits.contains(.rows) }

    private let cell: PlannedCell
    private let conditions: CellConditions
    private let scenario: Scenario
    private let result: RunResult

    /// `scenario` is the cell's own, with its settings.
    package init(_ cell: PlannedCell, _ conditions: CellConditions, _ scenario: Scenario, _ result: RunResult)
    {
        self.cell = cell
        self.conditions = conditions
        self.scenario = scenario
        self.result = result
    }

    /// A JSON object a line, which begins with its kind: `{"row":"transfer",`.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        row(.run, &writer, run)
        for step in result.steps { row(.step, &writer) { Self.write(step, &$0) } }
        for transfer in result.transfers {
            row(.transfer, &writer) { Self.write(transfer, &$0) }
        }
        for transfer in result.transfers {
            for (cause, time) in transfer.ledger?.largest ?? [] {
                row(.cause, &writer) { writer in
                    writer.member("step", transfer.step)
                    writer.member("file", transfer.file)
                    writer.member("transfer", transfer.id)
                    writer.member("cause", cause.rawValue)
                    writer.member("timeNs", time)
                }
            }
        }
        for direction in LinkDirection.allCases {
            guard let counts = result.packets?[direction] else { continue }
            row(.packets, &writer) { Self.write(counts, direction, &$0) }
        }
        return writer.bytes
    }

    private func row(_ kind: RowKind, _ writer: inout JSONWriter, _ body: (inout JSONWriter) -> Void) {
        writer.raw("{\"row\":\"\(kind.rawValue)\"")
        writer.member("cell", cell.identity.text)
        writer.member("scenario", cell.scenario)
        writer.member("seed", scenario.seed)
        writer.member("policy", scenario.client.policy.rawValue)
        writer.member("mode", result.link.mode.rawValue)
        writer.member("clock", conditions.clock.rawValue)
        writer.member("kernel", conditions.kernel)
        writer.member("machine", "\(result.machine.kernel), \(result.machine.cpus) CPUs")
        writer.member("netlab", conditions.netlab)
        writer.member("trusted", result.emulation.isTrusted)
        // The seed of a matrix is the scenario's own.
        let settings = cell.settings.filter { $0.key != SweepDesign.seedKey }
        writer.member("settings", settings.map(\.value).joined(separator: ", "))
        for setting in settings {
            writer.member(setting.key, setting.value)
            if let number = setting.number { writer.member("\(setting.key).number", number) }
        }
        body(&writer)
        writer.raw("}\n")
    }

    private func run(_ writer: inout JSONWriter) {
        let failed = result.transfers.count { $0.source == .none }
        writer.member("outcome", result.outcome.rawValue)
        writer.member("failure", result.failure)
        writer.member("startedAtNs", result.startedAt)
        writer.member("transfers", result.transfers.count)
        writer.member("failedTransfers", failed)
        writer.member("requests", result.steps.reduce(0) { $0 + $1.requests })
        writer.member("bodyBytes", result.transfers.reduce(0) { $0 + $1.bodyBytes })
        writer.member("wireDownBytes", result.transfers.reduce(0) { $0 + ($1.wireDownBytes ?? 0) })
        writer.member("wireUpBytes", result.transfers.reduce(0) { $0 + ($1.wireUpBytes ?? 0) })
        writer.member("busyNs", result.steps.reduce(0) { $0 + $1.busy })
        writer.member("makespanNs", result.steps.reduce(0) { $0 + $1.makespan })
        writer.member("expectations", result.expectations.count)
    }

    private static func write(_ step: StepResult, _ writer: inout JSONWriter) {
        writer.member("step", step.name)
        writer.member("startNs", step.start)
        writer.member("makespanNs", step.makespan)
        writer.member("sumOfDurationsNs", step.sumOfDurations)
        writer.member("busyNs", step.busy)
        writer.member("requests", step.requests)
        writer.member("overlap", step.overlap)
        writer.member("utilisation", step.utilisation)
        writer.member("hitRatio", step.hitRatio)
    }

    private static func write(_ transfer: TransferResult, _ writer: inout JSONWriter) {
        writer.member("step", transfer.step)
        writer.member("file", transfer.file)
        writer.member("transfer", transfer.id)
        writer.member("source", transfer.source.rawValue)
        writer.member("status", transfer.status)
        writer.member("error", transfer.error)
        writer.member("httpVersion", transfer.httpVersion)
        for figure in transferFigures { writer.member(figure.key, json: figure.get(transfer)) }
        for figure in TransferTheory.figures {
            writer.member(figure.key, json: transfer.theory.map(figure.get) ?? .null)
        }
    }

    private static func write(
        _ counts: PacketCounts,
        _ direction: LinkDirection,
        _ writer: inout JSONWriter
    ) {
        writer.member("direction", direction.rawValue)
        writer.member("packets", counts.all)
        for fate in LinkFate.allCases {
            writer.member(PacketCounts.name(fate), counts[fate])
        }
    }
}
