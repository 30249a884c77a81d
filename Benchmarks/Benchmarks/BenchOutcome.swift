import Analysis
import Runs
import Wire

/// Measured downloads beside the simulator's result. The simulator is told how long both hosts' programs
/// took, which depends on the machine and changes from run to run. The line's lateness is subtracted from the
/// measurement.
struct BenchOutcome {
    /// In milliseconds.
    struct Figure {
        var measured: Double
        var told: Double

        /// Difference in per cent of the simulator's result.
        var off: Double { abs(measured / told - 1) * 100 }
    }

    private let told: InformedExchanges
    private let lateness: [Int: Nanoseconds]

    init(_ told: InformedExchanges, _ result: RunResult) {
        self.told = told
        lateness = Dictionary(
            uniqueKeysWithValues: result.transfers.indices.map {
                ($0, result.transfers[$0].ledger?[.emulation] ?? 0)
            }
        )
    }

    var count: Int { told.exchanges.count }

    /// With nothing else on the line.
    var alone: [Figure] { told.exchanges.map { figure($0, $0.alone) } }

    /// With the other downloads on the line.
    var shared: [Figure] { told.exchanges.map { figure($0, $0.shared) } }

    /// From the first start to the last end.
    var last: Figure? {
        told.makespan.map { span in
            let last = told.exchanges.max { $0.measuredEnd < $1.measuredEnd }
            let late = last.flatMap { lateness[$0.place] } ?? 0
            return Figure(measured: Double(span.measured - late) / 1e6, told: Double(span.told) / 1e6)
        }
    }

    private func figure(_ exchange: InformedExchanges.Exchange, _ told: Nanoseconds) -> Figure {
        let measured = exchange.measured - (lateness[exchange.place] ?? 0)
        return Figure(measured: Double(measured) / 1e6, told: Double(told) / 1e6)
    }
}
