import Analysis
import Experiments
import Figures
import LinkModel
import Runs
import ScenarioFormat
import Scenarios
import Wire

/// Downloads on a line, run and held against the simulator: a run like any other, of a scenario made here.
struct BenchDownload: Hashable, Sendable {
    var bytes: Int
    var mbps: Int
    var roundTripMilliseconds = 10
    var congestion = OriginSettings.Congestion.cubic
    /// How many files together, each over a connection of its own unless there are fewer.
    var count = 1
    var connections: Int?
    /// How often, one after the other, each time over connections of its own: every time with other fates.
    var draws = 1
    var lossPercent = 0.0
    var isEncrypted = false
    var isMultiplexed = false

    /// Where a row of a benchmark has its name from.
    var title: String {
        let size = bytes >= 1_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes / 1000) kB"
        let files = count == 1 ? size : "\(count) of \(size)"
        let loss = lossPercent > 0 ? ", \(FixedPoint.text(lossPercent, digits: 0)) % loss" : ""
        let over = connections.map { " over \($0)" } ?? ""
        let way = (isEncrypted ? ", TLS" : "") + (isMultiplexed ? ", HTTP/2" : "")
        return
            "\(files)\(over)\(way), \(mbps) Mbit/s, \(roundTripMilliseconds) ms, \(congestion.rawValue)\(loss)"
    }

    /// What was measured of the first file and what theory says of it, in milliseconds. nil where it was interrupted.
    func measure(_ session: ExperimentSession) throws(ExperimentError) -> (measured: Double, theory: Double)?
    {
        let source = try ExperimentSource.made(scenario)
        guard let result = try session.trustedResults(of: source)?.first else { return nil }
        if let failure = result.failure { throw ExperimentError("\(title): \(failure)") }
        guard let first = result.transfers.first, let measured = first.measured,
            let theory = first.theory?.alone
        else {
            throw ExperimentError("\(title) gave no figures")
        }
        return (Double(measured) / 1e6, Double(theory) / 1e6)
    }

    /// nil where it was interrupted.
    func outcome(_ session: ExperimentSession) throws(ExperimentError) -> BenchOutcome? {
        let scenario = try ExperimentSource.made(scenario).set.variants[0]
        guard let (record, result) = try session.trustedRecord(of: scenario) else { return nil }
        if let failure = result.failure { throw ExperimentError("\(title): \(failure)") }
        guard let told = ToldExchanges(record, scenario.scenario), told.exchanges.count == count * draws
        else {
            throw ExperimentError("\(title) gave no figures")
        }
        return BenchOutcome(told, result)
    }

    private var scenario: Scenario {
        let rate = Int64(mbps) * 1_000_000
        let delay = Nanoseconds(roundTripMilliseconds) * 500_000
        let names = (0..<count).map { "body\($0).jpg" }
        let fetches = (1...draws).map { Step.fetch("draw-\($0)", names) }
        return Scenario(
            name: "bench-download",
            link: LinkSettings(
                parameters: LinkParameters(
                    down: DirectionParameters(
                        rateBps: rate,
                        oneWayDelay: delay,
                        lossRatio: lossPercent / 100
                    ),
                    up: DirectionParameters(rateBps: rate, oneWayDelay: delay)
                )
            ),
            origin: OriginSettings(
                encryption: isEncrypted ? OriginEncryption() : nil,
                http: [isMultiplexed ? .http2 : .http11],
                congestion: congestion,
                files: names.map { OriginFile(name: $0, image: .jpeg, size: bytes) }
            ),
            client: ClientSettings(
                policy: .none,
                connections: connections ?? count,
                timeout: 300_000_000_000
            ),
            steps: Array(fetches.map { [$0] }.joined(separator: [.forget(.connections)]))
        )
    }
}
