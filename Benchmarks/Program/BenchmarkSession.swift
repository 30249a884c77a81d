import BenchmarkArguments
import Benchmarks
import Experiments
import JSON
import LinuxIO
import Programs
import Reports
import Runs
import Testbed

/// Runs benchmarks one after the other, and prints their rows.
struct BenchmarkSession {
    private let options: BenchmarkOptions
    private let console: Console

    init(_ options: BenchmarkOptions, _ console: Console) {
        self.options = options
        self.console = console
    }

    func run() throws(CommandFailure) -> ExitStatus {
        // Random lines run in guests of their own.
        if options.random == nil, let guest = try options.clock.guests(console).first {
            guard options.benchmarks.allSatisfy(\.runsInVirtualTime) else {
                let able = Benchmark.allCases.filter(\.runsInVirtualTime).map(\.rawValue)
                throw CommandFailure(
                    .wrongUsage,
                    "only \(able.joined(separator: ", ")) run in virtual time: the others measure the machine"
                )
            }
            return try VirtualSession(guest, console, StopSignals.ofCommand()).run()
        }
        var rows: [BenchRow] = []
        for benchmark in options.benchmarks {
            guard let more = try measured(benchmark) else { return .interrupted }
            rows += more
        }
        if options.asJSON {
            let machine = MachineRecord.ofThisMachine
            console.print(BenchDocument.json(rows, machine: machine).pretty)
        } else {
            console.print(BenchDocument.report(rows))
        }
        if rows.contains(where: \.isUntrusted) { return .failed }
        return rows.allSatisfy { $0.isMet != false } ? .done : .expectationsNotMet
    }

    /// nil if interrupted.
    private func measured(_ benchmark: Benchmark) throws(CommandFailure) -> [BenchRow]? {
        // Report a missing kernel before the first run, not after it.
        if benchmark == .virtual || options.random != nil {
            _ = try GuestKernels.named([options.random?.kernel].compactMap { $0 })
        }
        do throws(ExperimentError) {
            return try rows(benchmark, context)
        } catch {
            throw CommandFailure(error)
        }
    }

    private func rows(
        _ benchmark: Benchmark,
        _ context: BenchmarkContext
    ) throws(ExperimentError) -> [BenchRow]? {
        if let random = options.random { return try rows(random, context) }
        let rounds = options.rounds
        return switch benchmark {
        case .line: try LineBenchmark(context, rounds: rounds).rows()
        case .link: try LinkBenchmark(context, rounds: rounds, parts: options.parts()).rows()
        case .theory: try TheoryBenchmark(context, rounds: rounds, parts: options.parts()).rows()
        case .ledger: try LedgerBenchmark(context, rounds: rounds).rows()
        case .cache: try CacheBenchmark(context, rounds: rounds, parts: options.parts()).rows()
        case .origin: try OriginBenchmark(context, rounds: rounds).rows()
        case .inspect:
            try InspectBenchmark(context, rounds: rounds, captureBytes: options.captureBytes).rows()
        case .proxy:
            try ProxyBenchmark(context, rounds: rounds, parts: options.parts(usual: ProxyPart.usual)).rows()
        case .page: try PageBenchmark(context, rounds: rounds).rows()
        case .phone: try PhoneBenchmark(context, rounds: rounds, parts: options.parts()).rows()
        case .setup: try SetUpBenchmark(context, rounds: rounds).rows()
        case .sweep: try SweepBenchmark(context).rows()
        case .virtual: try VirtualBenchmark(context).rows()
        case .capture: try CaptureBenchmark(context, rounds: rounds).rows()
        }
    }

    private func rows(
        _ random: RandomLineOptions,
        _ context: BenchmarkContext
    ) throws(ExperimentError) -> [BenchRow] {
        let (count, seed, kernel) = (random.count, random.seed, random.kernel)
        guard !random.ofGains else {
            return try PromisedGainsBenchmark(context, count: count, seed: seed, kernel: kernel).rows()
        }
        return try RandomLinesBenchmark(
            context,
            count: count,
            seed: seed,
            kernel: kernel,
            keep: random.keep,
            hasIPv6: random.hasIPv6,
            isHTTP3: random.isHTTP3
        )
        .rows()
    }

    /// Shows only problems of a benchmark's runs.
    private var context: BenchmarkContext {
        let printer = RunPrinter.ofProblems(on: console)
        let console = console
        return BenchmarkContext { settings throws(ExperimentError) in
            let signals: StopSignals
            do throws(SystemCallError) {
                signals = try StopSignals()
            } catch {
                throw ExperimentError("cannot receive signals: \(error)")
            }
            return ExperimentSession(settings, signals: signals) { printer.show($0) }
        } tell: { event in
            switch event {
            case .progress(let text): console.showProgress(text)
            case .ended: console.clearProgress()
            case .note(let text): console.note(text)
            case .warning(let text): console.warn(text)
            }
        }
    }
}
