import LinkModel
import LinuxIO
import Reports
import Theory
import Wire

/// Cost of simulations.
enum SimulatorSpeed {
    /// Bytes that 100 Mbit/s carry in five seconds.
    private static let bytes = 62_500_000
    private static let crowd = 10_000
    private static let crowdBytes = 100_000

    static func rows() -> [BenchRow] {
        let clock = RunClock()
        let outcome = LineSimulation.run(plan(100_000_000, [SimulatedFetch(bodyBytes: bytes)]))
        let taken = Double(clock.now().nanoseconds) / 1e9
        let simulated = outcome.transfers[0].exchange.map { Double($0) / 1e9 }
        return [
            BenchRow(
                "a simulated second of 100 Mbit/s",
                unit: "s",
                netlab: simulated.map { taken / $0 },
                goal: .atMost(0.1)
            ),
            BenchRow(
                "\(crowd) simulated flows at once, memory",
                unit: "MiB",
                netlab: memoryOfCrowd(),
                goal: .atMost(256)
            ),
            BenchRow("netlab predict dsl", unit: "ms", netlab: prediction(), goal: .atMost(20)),
        ]
    }

    /// Time of the whole program, the median of a few runs; nil if it cannot run.
    private static func prediction() -> Double? {
        guard let program = ToolRun.netlab else { return nil }
        let times = (1...5).compactMap { _ -> Double? in
            let clock = RunClock()
            guard (try? program.run(["predict", "dsl"])) != nil else { return nil }
            return Double(clock.now().nanoseconds) / 1e6
        }
        return times.median
    }

    private static func plan(_ rateBps: Int64, _ fetches: [SimulatedFetch]) -> SimulationPlan {
        let side = DirectionParameters(rateBps: rateBps, oneWayDelay: 10_000_000)
        var plan = SimulationPlan(link: LinkParameters(down: side, up: side), fetches: fetches)
        plan.connections = fetches.count
        plan.keepsLog = false
        return plan
    }

    /// Peak memory, in MiB, that a gigabyte over this many connections adds to the process; nil if the kernel
    /// does not report it.
    private static func memoryOfCrowd() -> Double? {
        var plan = plan(
            1_000_000_000,
            Array(repeating: SimulatedFetch(bodyBytes: crowdBytes), count: crowd)
        )
        plan.link.down.queue = .packets(10 * crowd)
        // Reset the peak.
        guard (try? KernelFile.write("5", to: "/proc/self/clear_refs")) != nil, let before = memory("VmRSS:")
        else { return nil }
        let outcome = LineSimulation.run(plan)
        guard outcome.transfers.allSatisfy({ $0.responseLastByte != nil }), let most = memory("VmHWM:") else {
            return nil
        }
        return max(0, most - before)
    }

    private static func memory(_ name: String) -> Double? {
        guard let text = try? KernelFile.read("/proc/self/status") else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
            .map { $0 / 1024 }
    }
}
