package import Experiments
import Fixtures
import LinkModel
package import Reports
import Runs
import Scenarios
import Testbed

/// Time that the ledger leaves unexplained, and time of the emulation itself, for every bundled scenario and
/// every preset of Apple's with a rate and a delay.
package struct LedgerBenchmark {
    private let context: BenchmarkContext
    private let rounds: Int
    private let session: ExperimentSession

    package init(_ context: BenchmarkContext, rounds: Int) throws(ExperimentError) {
        self.context = context
        self.rounds = rounds
        session = try context.session(.packets)
    }

    /// For each scenario and cause, the transfer nearest to its allowance, or farthest beyond it, in the
    /// round that counts; and the number of late transfers in all rounds. nil if interrupted.
    package func rows() throws(ExperimentError) -> [BenchRow]? {
        var rows: [BenchRow] = []
        var late = (count: 0, all: 0)
        for subject in try Self.subjects() {
            guard let transfers = try transfers(of: subject) else { return nil }
            // Keep the other rows even if the machine was too busy for one in every round.
            rows +=
                transfers.isEmpty
                ? [.untrusted(subject.name, unit: "ms")]
                : LedgerAllowance.all.map { Self.row(subject.name, $0, transfers) }
            let excesses = LedgerAllowance.emulation.excesses(in: transfers)
            late = (late.count + excesses.count, late.all + excesses.all)
        }
        context.clearProgress()
        return rows + [Self.row(late: late.count, of: late.all)]
    }

    /// Transfers of each round, except rounds in which the machine was too busy. nil if interrupted.
    private func transfers(of subject: Subject) throws(ExperimentError) -> [[TransferResult]]? {
        var transfers: [[TransferResult]] = []
        for number in 1...rounds {
            context.showProgress("ledger: \(subject.name), run \(number) of \(rounds)")
            do throws(ExperimentError) {
                guard let results = try session.trustedResults(of: subject.loaded) else { return nil }
                transfers.append(results.flatMap(\.transfers))
            } catch {
                guard error.cause == .busyMachine else { throw error }
            }
        }
        return transfers
    }

    private static func row(
        _ name: String,
        _ allowance: LedgerAllowance,
        _ rounds: [[TransferResult]]
    ) -> BenchRow {
        let title = "\(name), \(allowance.cause.rawValue)"
        guard let worst = allowance.worst(of: rounds) else {
            return BenchRow("\(title): no transfer has a ledger", unit: "ms", netlab: nil, goal: nil)
        }
        let most = allowance.most(of: worst.transfer.duration)
        return BenchRow(
            "\(title), \(worst.transfer.step)[\(worst.transfer.file)]",
            unit: "ms",
            netlab: Double(worst.time) / 1e6,
            goal: .atMost(Double(most) / 1e6)
        )
    }

    /// Shown without a goal, since a stalling machine is not the emulation's fault.
    private static func row(late count: Int, of all: Int) -> BenchRow {
        BenchRow(
            "all, emulation, beyond it in any round: \(count) of \(all) transfers",
            unit: "%",
            netlab: all > 0 ? Double(count) / Double(all) * 100 : nil,
            goal: nil
        )
    }

    // MARK: Subjects

    private typealias Subject = (name: String, loaded: ExperimentSource)

    private static func subjects() throws(ExperimentError) -> [Subject] {
        var subjects: [Subject] = []
        for name in BundledScenarios.names {
            subjects.append((name, try .bundled(name)))
        }
        for preset in LinkCatalogue.family(named: "nlc")?.profiles ?? [] where isLine(preset.link) {
            subjects.append((preset.name, try .made(scenario(over: preset))))
        }
        return subjects
    }

    private static func isLine(_ link: LinkParameters) -> Bool {
        link.down.rateBps ?? 0 > 0 && link.roundTripDelay > 0
    }

    /// One image by itself, then two together.
    private static func scenario(over preset: LinkProfile) -> Scenario {
        Scenario(
            name: "bench-ledger",
            link: LinkSettings(preset),
            origin: OriginSettings(files: [
                OriginFile(name: "small.jpg", image: .jpeg, size: 40_000),
                OriginFile(name: "large.jpg", image: .jpeg, size: 120_000),
            ]),
            client: ClientSettings(policy: .none, timeout: 300_000_000_000),
            steps: [.fetch("alone", ["small.jpg"]), .fetch("together", ["small.jpg", "large.jpg"])]
        )
    }
}
