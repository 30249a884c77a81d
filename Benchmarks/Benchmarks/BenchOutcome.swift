import Analysis
import Runs
import Wire

/// What a run of downloads came to, beside what the simulator makes of it when it is told what both hosts' programs took: that
/// is the machine's, and changes from run to run. What the line was late is left out of what was measured.
struct BenchOutcome {
    /// Milliseconds.
    struct Figure {
        var measured: Double
        var told: Double

        /// In per cent of what was told.
        var off: Double { abs(measured / told - 1) * 100 }
    }

    private let told: ToldExchanges
    private let lateness: [Int: Nanoseconds]

    init(_ told: ToldExchanges, _ result: RunResult) {
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

    /// Among the others.
    var shared: [Figure] { told.exchanges.map { figure($0, $0.shared) } }

    /// From the first that began to the last that ended.
    var last: Figure? {
        told.makespan.map { span in
            let last = told.exchanges.max { $0.measuredEnd < $1.measuredEnd }
            let late = last.flatMap { lateness[$0.place] } ?? 0
            return Figure(measured: Double(span.measured - late) / 1e6, told: Double(span.told) / 1e6)
        }
    }

    private func figure(_ exchange: ToldExchanges.Exchange, _ told: Nanoseconds) -> Figure {
        let measured = exchange.measured - (lateness[exchange.place] ?? 0)
        return Figure(measured: Double(measured) / 1e6, told: Double(told) / 1e6)
    }
}
