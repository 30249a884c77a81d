package import Experiments
import JSON
package import LinuxIO
package import Programs
import Reports
import Runs
import ScenarioFormat
import Scenarios
import Testbed
package import VirtualTime

/// Runs one scenario on several guest kernels, one after the other, with the results side by side in one
/// folder.
package struct KernelSeries {
    private let kernels: [VirtualKernel]
    private let scenario: ExperimentSource
    /// Standard input of the command, the same on each kernel.
    private let input: [UInt8]
    private let options: RunOptions
    private let console: Console
    private let signals: StopSignals

    package init(
        _ kernels: [VirtualKernel],
        _ scenarios: [ExperimentSource],
        _ input: [UInt8],
        _ options: RunOptions,
        _ console: Console,
        _ signals: StopSignals
    ) {
        self.kernels = kernels
        scenario = scenarios[0]
        self.input = input
        self.options = options
        self.console = console
        self.signals = signals
    }

    /// Returns the status, and the folder of each kernel's runs.
    package func run() throws(CommandFailure) -> (status: ExitStatus, roots: [String]) {
        let folder = try folder()
        var statuses: [ExitStatus] = []
        var documents: [JSONValue] = []
        var results: [RunResult] = []
        var roots: [String] = []
        for kernel in kernels {
            let place = "\(folder.path)/\(kernel.version)"
            if !options.isQuiet { console.note("on Linux \(kernel.version)") }
            statuses.append(try VirtualSession(kernel, console, signals, input: input, folder: place).run())
            let runs = try left(in: place)
            if !runs.isEmpty { roots.append(place) }
            documents += runs
            results += runs.compactMap(RunResult.init(json:)).map { result in
                var result = result
                result.matrix.insert(MatrixValue(key: "kernel", value: kernel.version), at: 0)
                return result
            }
            if statuses.last == .interrupted || signals.hasCome { break }
        }
        show(results, documents)
        if !options.isQuiet { console.note("folder:  \(folder.path)") }
        let worst = statuses.first { $0 == .failed } ?? statuses.first { $0 != .done } ?? .done
        let isCut = statuses.contains(.interrupted) || statuses.count < kernels.count
        return (isCut ? .interrupted : worst, roots)
    }

    private func folder() throws(CommandFailure) -> RunFolder {
        do {
            let name = scenario.set.variants[0].scenario.name
            return try RunFolder.make(options.folder, scenario: name, wall: RunClock.wall())
        } catch {
            throw CommandFailure(.failed, "\(error)", advice: "name another one with --out")
        }
    }

    /// The results in a run's folder: of a single run, or of all runs of a series.
    private func left(in folder: String) throws(CommandFailure) -> [JSONValue] {
        do {
            return try RunDocuments.left(in: folder)
        } catch {
            throw CommandFailure(.failed, "the run's files in \(folder) cannot be read: \(error)")
        }
    }

    private func show(_ results: [RunResult], _ documents: [JSONValue]) {
        if options.asJSON {
            let series: JSONValue = ["schema": "netlab.results/1", "runs": .array(documents), "repeated": []]
            console.print(series.pretty)
        } else if !options.isQuiet {
            console.print(SeriesTable(results).document)
        }
    }
}
