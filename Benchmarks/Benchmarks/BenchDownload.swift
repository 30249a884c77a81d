import Analysis
import Experiments
import Figures
import Fixtures
import LinkModel
import Runs
import ScenarioFormat
import Scenarios
import Wire

/// Downloads on a line, measured and compared with the simulator in an ordinary run of a generated scenario.
struct BenchDownload: Hashable, Sendable {
    var bytes: Int
    var mbps: Int
    var roundTripMilliseconds = 10
    var congestion = CongestionAlgorithm.cubic
    /// Number of simultaneous files, each over its own connection unless `connections` is less.
    var count = 1
    var connections: Int?
    /// Number of repetitions, each over new connections and so with other fates.
    var draws = 1
    var lossPercent = 0.0
    var isEncrypted = false
    var isMultiplexed = false

    /// Title of a benchmark's row.
    var title: String {
        let size = bytes >= 1_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes / 1000) kB"
        let files = count == 1 ? size : "\(count) of \(size)"
        let loss = lossPercent > 0 ? ", \(FixedPoint.text(lossPercent, digits: 0)) % loss" : ""
        let over = connections.map { " over \($0)" } ?? ""
        let way = (isEncrypted ? ", TLS" : "") + (isMultiplexed ? ", HTTP/2" : "")
        return
            "\(files)\(over)\(way), \(mbps) Mbit/s, \(roundTripMilliseconds) ms, \(congestion.rawValue)\(loss)"
    }

    /// Measured and predicted time of the first file, in milliseconds; nil if interrupted.
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

    /// nil if interrupted.
    func outcome(_ session: ExperimentSession) throws(ExperimentError) -> BenchOutcome? {
        let scenario = try ExperimentSource.made(scenario).set.variants[0]
        guard let (record, result) = try session.trustedRecord(of: scenario) else { return nil }
        if let failure = result.failure { throw ExperimentError("\(title): \(failure)") }
        guard let told = InformedExchanges(record, scenario.scenario), told.exchanges.count == count * draws
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
