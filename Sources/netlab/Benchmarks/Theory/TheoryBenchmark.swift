import Reports
import Runs
import Scenarios
import Testbed

/// How well the simulator foretells what the emulation then measures.
struct TheoryBenchmark {
    /// Of what may always be missed: host and client take their time, too.
    private static let floor = 0.5
    /// Seeds of lossy lines for each round.
    private static let seeds = 20

    private let console: Console
    private let rounds: Int
    private let session: RunSession

    init(_ console: Console, rounds: Int) throws(CommandFailure) {
        self.console = console
        self.rounds = rounds
        var options = RunOptions()
        options.isQuiet = true
        options.line = .packets
        session = try RunSession(options, console)
    }

    /// nil where it was interrupted.
    func rows() throws(CommandFailure) -> [BenchRow]? {
        var rows: [BenchRow] = []
        for congestion in [OriginSettings.Congestion.reno, .cubic] {
            for one in Self.solos(congestion) {
                let share = one.mbps == 1000 ? 0.01 : congestion == .reno ? 0.002 : 0.005
                guard let row = try solo(one, within: share) else { return nil }
                rows.append(row)
            }
            for group in Self.groups(congestion) {
                guard let more = try self.group(group) else { return nil }
                rows += more
            }
            guard let lossy = try lossy(congestion) else { return nil }
            rows.append(lossy)
        }
        console.clearProgress()
        return rows + SimulatorSpeed.rows()
    }

    private static func solos(_ congestion: OriginSettings.Congestion) -> [TheoryCase] {
        let speeds: [(mbps: Int, sizes: [Int])] = [
            (2, [64_000, 1_000_000]), (20, [64_000, 1_000_000, 10_000_000]),
            (100, [64_000, 1_000_000, 10_000_000]),
        ]
        let usual = speeds.flatMap { speed in
            [2, 40, 600].flatMap { roundTrip in
                speed.sizes.map {
                    TheoryCase(
                        bytes: $0,
                        mbps: speed.mbps,
                        roundTripMilliseconds: roundTrip,
                        congestion: congestion
                    )
                }
            }
        }
        let fast = TheoryCase(
            bytes: 64_000_000,
            mbps: 1000,
            roundTripMilliseconds: 10,
            congestion: congestion
        )
        return usual + [fast]
    }

    private static func groups(_ congestion: OriginSettings.Congestion) -> [TheoryCase] {
        [(2, 10, 200_000, 4), (20, 40, 1_500_000, 3), (20, 40, 1_000_000, 6)].map {
            TheoryCase(
                bytes: $0.2,
                mbps: $0.0,
                roundTripMilliseconds: $0.1,
                congestion: congestion,
                count: $0.3
            )
        }
    }

    // MARK: Rows

    /// Set-up and exchange of one file, the median of the rounds.
    private func solo(_ one: TheoryCase, within share: Double) throws(CommandFailure) -> BenchRow? {
        var measured: [Double] = []
        var told: [Double] = []
        for _ in 1...rounds {
            console.showProgress("theory: \(one.title)")
            guard let result = try one.result(session) else { return nil }
            guard let transfer = result.transfers.first, let time = transfer.measured,
                let theory = transfer.theory?.alone
            else { throw CommandFailure(.failed, "\(one.title) gave no figures") }
            measured.append(Double(time) / 1e6)
            told.append(Double(theory) / 1e6)
        }
        let allowed = max(share, Self.floor / max(0.001, told.median ?? 0))
        return Self.row(one.title, measured.median, told.median, allowed)
    }

    /// The last finish, and how far off single flows are.
    private func group(_ group: TheoryCase) throws(CommandFailure) -> [BenchRow]? {
        console.showProgress("theory: \(group.title)")
        guard let result = try group.result(session) else { return nil }
        let step = result.steps.first
        let off = result.transfers.compactMap { transfer -> Double? in
            guard let time = transfer.measured, let theory = transfer.theory?.shared else { return nil }
            return abs(Double(time) / Double(theory) - 1) * 100
        }
        let told = step?.theory?.shared.map { Double($0) / 1e6 }
        let allowed = max(0.003, Self.floor / max(0.001, told ?? 0))
        return [
            Self.row("\(group.title), last", step.map { Double($0.makespan) / 1e6 }, told, allowed),
            BenchRow("\(group.title), flows off, median", unit: "%", netlab: off.median, goal: .atMost(5)),
            BenchRow("\(group.title), flows off, most", unit: "%", netlab: off.max(), goal: .atMost(15)),
        ]
    }

    /// Means over the same seeds on both sides.
    private func lossy(_ congestion: OriginSettings.Congestion) throws(CommandFailure) -> BenchRow? {
        var measured: [Double] = []
        var told: [Double] = []
        var one = TheoryCase(
            bytes: 300_000,
            mbps: 20,
            roundTripMilliseconds: 40,
            congestion: congestion,
            lossPercent: 1
        )
        let count = Self.seeds * rounds
        for seed in 1...count {
            console.showProgress("theory: \(one.title), 1 % loss, seed \(seed) of \(count)")
            one.seed = UInt64(seed)
            guard let result = try one.result(session) else { return nil }
            guard let transfer = result.transfers.first, let time = transfer.measured,
                let theory = transfer.theory?.alone
            else { continue }
            measured.append(Double(time) / 1e6)
            told.append(Double(theory) / 1e6)
        }
        let name = "\(one.title), 1 % loss, mean of \(measured.count) seeds"
        guard let mean = measured.mean, let error = measured.standardError else {
            return BenchRow(name, unit: "ms", netlab: nil, goal: .within(0.05))
        }
        return Self.row(name, mean, told.mean, max(0.05, 3 * error / mean))
    }

    private static func row(_ name: String, _ measured: Double?, _ told: Double?, _ share: Double) -> BenchRow
    {
        BenchRow(name, unit: "ms", netlab: measured, peer: told, peerName: "simulated", goal: .within(share))
    }
}
