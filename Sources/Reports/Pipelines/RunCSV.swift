import JSON
import Logs
package import Runs

/// The transfers of runs as CSV.
package struct RunCSV {
    private typealias Column = (name: String, value: @Sendable (TransferResult) -> JSONValue)

    private static let runColumns = ["scenario", "matrix", "repeat", "outcome", "trusted"]

    /// A transfer's columns.
    private static let columns: [Column] = {
        let figures = TransferResult.figures.filter { $0.traits.contains(.csv) }
        let place: [Column] = [("step", { $0.step.json }), ("transfer", { $0.id.json })]
        let phases: [Column] = TransferPhases.figures.map { ($0.key, $0.within("phases") { $0.phases }.get) }
        let exchange: [Column] = [
            ("exchangeNs", { ($0.clientLog?.exchange.duration).json }),
            ("speedBps", { ($0.clientLog?.exchange.speedBps).json }),
        ]
        let sizes: [Column] = figures.filter(\.isSize).map { ($0.key, $0.get) }
        let others: [Column] = figures.filter { !$0.isSize }.map { ($0.key, $0.get) }
        let theory: [Column] = [
            ("theoryAloneNs", { ($0.theory?.alone).json }), ("theorySharedNs", { ($0.theory?.shared).json }),
        ]
        let causes: [Column] = LedgerCause.allCases.map { cause in
            ("ledger.\(cause.rawValue)Ns", { ($0.ledger?[cause]).json })
        }
        return place + others + phases + exchange + sizes + theory + causes
    }()

    private let results: [RunResult]

    package init(_ results: [RunResult]) {
        self.results = results
    }

    /// A header line, then one line per transfer of each run. Unknown values are empty.
    package func write(_ sink: ([UInt8]) -> Void) {
        let rows = results.lazy.flatMap { result in
            result.transfers.lazy.map { transfer in
                Self.of(result) + Self.columns.map { CSVLines.text($0.value(transfer)) }
            }
        }
        CSVLines(Self.runColumns + Self.columns.map(\.name)).write(rows, sink)
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write { bytes += $0 }
        return bytes
    }

    private static func of(_ result: RunResult) -> [String] {
        let matrix = result.matrix.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        return [
            result.scenario, matrix, "\(result.repetition)", result.outcome.rawValue,
            "\(result.emulation.isTrusted)",
        ]
    }
}
