package import BenchmarkArguments
package import Experiments
package import Reports
import Scenarios
import Testbed

/// How well the simulator predicts the emulation's measurements.
package struct TheoryBenchmark {
    /// Milliseconds of difference that are always allowed, since both kernels need time, too.
    private static let floor = 0.5
    /// Downloads over a lossy line, each with other fates, which are the same in the simulator.
    private static let draws = 200
    private static let lossyBytes = 200_000
    /// Bytes recorded of each packet at 1 Gbit/s. Writing whole packets to disk would delay the line's
    /// thread.
    private static let heads = 96

    private let context: BenchmarkContext
    private let rounds: Int
    private let parts: Set<TheoryPart>
    private let session: ExperimentSession
    /// Runs that record only the packets' heads.
    private let spareSession: ExperimentSession

    package init(_ context: BenchmarkContext, rounds: Int, parts: Set<TheoryPart>) throws(ExperimentError) {
        self.context = context
        self.rounds = rounds
        self.parts = parts
        var settings = ExperimentSettings.packets
        session = try context.session(settings)
        settings.snapLength = Self.heads
        spareSession = try context.session(settings)
    }

    /// nil if interrupted.
    package func rows() throws(ExperimentError) -> [BenchRow]? {
        var rows: [BenchRow] = []
        for congestion in [CongestionAlgorithm.reno, .cubic, .bbr] {
            for part in TheoryPart.allCases where parts.contains(part) {
                for download in Self.downloads(part, congestion) {
                    let more = try judged(download) { () throws(ExperimentError) in
                        try self.rows(part, download)
                    }
                    guard let more else { return nil }
                    rows += more
                }
            }
        }
        context.clearProgress()
        return rows + (parts.contains(.simulator) ? SimulatorSpeed.rows() : [])
    }

    private static func downloads(
        _ part: TheoryPart,
        _ congestion: CongestionAlgorithm
    ) -> [BenchDownload] {
        if (part == .bbr) != (congestion == .bbr) { return [] }
        return switch part {
        case .solo: solos(congestion, roundTrips: [2, 40, 600])
        case .bbr: solos(congestion, roundTrips: [2, 40, 300]) + [long(congestion), lossy(congestion)]
        case .fast: [fast(congestion)]
        case .groups: groups(congestion)
        case .secure: secured(congestion)
        case .lossy: [lossy(congestion)]
        case .simulator: []
        }
    }

    private func rows(_ part: TheoryPart, _ download: BenchDownload) throws(ExperimentError) -> [BenchRow]? {
        let share = download.congestion == .reno ? 0.002 : 0.005
        switch part {
        case .solo: return try solo(download, within: share)
        case .bbr:
            return try download.draws > 1 ? lossy(download) : solo(download, within: share)
        case .fast: return try fast(download)
        case .groups, .secure: return try group(download)
        case .lossy: return try lossy(download)
        case .simulator: return []
        }
    }

    private static func solos(
        _ congestion: CongestionAlgorithm,
        roundTrips: [Int]
    ) -> [BenchDownload] {
        let speeds: [(mbps: Int, sizes: [Int])] = [
            (2, [64_000, 1_000_000]), (20, [64_000, 1_000_000, 10_000_000]),
            (100, [64_000, 1_000_000, 10_000_000]),
        ]
        let usual = speeds.flatMap { speed in
            roundTrips.flatMap { roundTrip in
                speed.sizes.map {
                    BenchDownload(
                        bytes: $0,
                        mbps: speed.mbps,
                        roundTripMilliseconds: roundTrip,
                        congestion: congestion
                    )
                }
            }
        }
        return usual
    }

    /// Longer than ten seconds, after which the sender pauses to measure the round trip.
    private static func long(_ congestion: CongestionAlgorithm) -> BenchDownload {
        BenchDownload(bytes: 5_000_000, mbps: 2, roundTripMilliseconds: 40, congestion: congestion)
    }

    private static func groups(_ congestion: CongestionAlgorithm) -> [BenchDownload] {
        [(2, 10, 200_000, 4), (20, 40, 1_500_000, 3), (20, 40, 1_000_000, 6)].map {
            BenchDownload(
                bytes: $0.2,
                mbps: $0.0,
                roundTripMilliseconds: $0.1,
                congestion: congestion,
                count: $0.3
            )
        }
    }

    /// 200 MB exceed the limit of one file, so it is several files in turn over one connection.
    private static func fast(_ congestion: CongestionAlgorithm) -> BenchDownload {
        BenchDownload(bytes: 50_000_000, mbps: 1000, congestion: congestion, count: 4, connections: 1)
    }

    /// Over TLS, whose handshake the simulator knows, and as streams that share a connection.
    private static func secured(_ congestion: CongestionAlgorithm) -> [BenchDownload] {
        [(false, 3), (true, 1), (true, 3)].map { isMultiplexed, count in
            var download = BenchDownload(
                bytes: 600_000,
                mbps: 20,
                roundTripMilliseconds: 40,
                congestion: congestion,
                count: count
            )
            (download.isEncrypted, download.isMultiplexed) = (true, isMultiplexed)
            return download
        }
    }

    private static func lossy(_ congestion: CongestionAlgorithm) -> BenchDownload {
        BenchDownload(
            bytes: lossyBytes,
            mbps: 50,
            roundTripMilliseconds: 20,
            congestion: congestion,
            draws: draws,
            lossPercent: 1
        )
    }

    // MARK: Rows

    /// A row without a figure if the machine was too busy each time, to keep the other rows.
    private func judged(
        _ download: BenchDownload,
        _ rows: () throws(ExperimentError) -> [BenchRow]?
    ) throws(ExperimentError) -> [BenchRow]? {
        do {
            return try rows()
        } catch {
            guard error.cause == .busyMachine else { throw error }
            return [.untrusted(download.title, unit: "ms")]
        }
    }

    /// Set-up and exchange of one file, the median of the rounds.
    private func solo(_ one: BenchDownload, within share: Double) throws(ExperimentError) -> [BenchRow]? {
        guard let medians = try medians(of: one, session, { $0.first }) else { return nil }
        let allowed = max(share, Self.floor / max(0.001, medians.told))
        return [Self.row(one.title, medians.measured, medians.told, allowed)]
    }

    /// Only the sum of the exchanges, since the client's work on 50 MB between them is not the line's.
    private func fast(_ download: BenchDownload) throws(ExperimentError) -> [BenchRow]? {
        let medians = try medians(of: download, spareSession) { figures in
            BenchOutcome.Figure(
                measured: figures.map(\.measured).reduce(0, +),
                told: figures.map(\.told).reduce(0, +)
            )
        }
        return medians.map {
            [Self.row("\(download.title), added up", $0.measured, $0.told, 0.01)]
        }
    }

    /// Medians over the rounds of the figure taken from each; nil if interrupted, or without figures.
    private func medians(
        of download: BenchDownload,
        _ session: ExperimentSession,
        _ figure: ([BenchOutcome.Figure]) -> BenchOutcome.Figure?
    ) throws(ExperimentError) -> BenchOutcome.Figure? {
        guard let outcomes = try outcomes(of: download, session) else { return nil }
        return Self.medians(outcomes.map { figure($0.alone) })
    }

    /// The last end, and the errors of single flows.
    private func group(_ group: BenchDownload) throws(ExperimentError) -> [BenchRow]? {
        guard let outcomes = try outcomes(of: group, session) else { return nil }
        let last = Self.medians(outcomes.map(\.last))
        let allowed = max(0.003, Self.floor / max(0.001, last?.told ?? 0))
        let off = Self.off(outcomes)
        return [
            Self.row("\(group.title), last", last?.measured, last?.told, allowed),
            BenchRow("\(group.title), flows off, median", unit: "%", netlab: off.median, goal: .atMost(5)),
            BenchRow("\(group.title), flows off, most", unit: "%", netlab: off.max(), goal: .atMost(15)),
        ]
    }

    /// Error of each flow, the median of the rounds.
    private static func off(_ outcomes: [BenchOutcome]) -> [Double] {
        let rounds = outcomes.map { $0.shared.map(\.off) }
        let flows = rounds.map(\.count).min() ?? 0
        return (0..<flows).compactMap { flow in rounds.map { $0[flow] }.median }
    }

    /// Outcomes of the rounds that were trusted, at least one; nil if interrupted.
    private func outcomes(of download: BenchDownload, _ session: ExperimentSession) throws(ExperimentError)
        -> [BenchOutcome]?
    {
        var outcomes: [BenchOutcome] = []
        for round in 1...rounds {
            context.showProgress("theory: \(download.title)")
            do {
                guard let outcome = try download.outcome(session) else { return nil }
                outcomes.append(outcome)
            } catch {
                guard error.cause == .busyMachine, round < rounds || !outcomes.isEmpty else { throw error }
            }
        }
        return outcomes
    }

    /// nil if any of them is nil.
    private static func medians(_ figures: [BenchOutcome.Figure?]) -> BenchOutcome.Figure? {
        let known = figures.compactMap { $0 }
        guard known.count == figures.count, let measured = known.map(\.measured).median,
            let told = known.map(\.told).median
        else { return nil }
        return BenchOutcome.Figure(measured: measured, told: told)
    }

    /// Means over the same fates on both sides.
    private func lossy(_ one: BenchDownload) throws(ExperimentError) -> [BenchRow]? {
        context.showProgress("theory: \(one.title), \(Self.draws) times")
        guard let figures = try one.outcome(session)?.alone else { return nil }
        let measured = figures.map(\.measured)
        let name = "\(one.title), mean of \(measured.count)"
        guard let mean = measured.mean, let error = measured.standardError else { return [] }
        return [Self.row(name, mean, figures.map(\.told).mean, max(0.05, 3 * error / mean))]
    }

    private static func row(_ name: String, _ measured: Double?, _ told: Double?, _ share: Double) -> BenchRow
    {
        BenchRow(name, unit: "ms", netlab: measured, peer: told, peerName: "simulated", goal: .within(share))
    }
}
