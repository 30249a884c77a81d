import Analysis
import Experiments
import Figures
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
        let source = try ExperimentSource(benchmark: scenario)
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
        let scenario = try ExperimentSource(benchmark: scenario).set.variants[0]
        guard let (record, result) = try session.trustedRecord(of: scenario) else { return nil }
        if let failure = result.failure { throw ExperimentError("\(title): \(failure)") }
        guard let told = ToldExchanges(record, scenario.scenario), told.exchanges.count == count * draws
        else {
            throw ExperimentError("\(title) gave no figures")
        }
        return BenchOutcome(told, result)
    }

    private var scenario: String {
        let delay = FixedPoint.text(Double(roundTripMilliseconds) / 2, digits: 1)
        let loss = lossPercent > 0 ? ", loss: \(FixedPoint.text(lossPercent, digits: 2)) %" : ""
        let names = (0..<count).map { "body\($0).jpg" }
        let fetch = "fetch: [\(names.joined(separator: ", "))]"
        let steps = (1...draws).map { "  - { name: draw-\($0), \(fetch) }" }
        return """
            netlab: 1
            name: bench-download
            seed: 1
            link:
              down: { rate: \(mbps) Mbit/s, oneWayDelay: \(delay) ms\(loss) }
              up: { rate: \(mbps) Mbit/s, oneWayDelay: \(delay) ms }
            origin:
              congestion: \(congestion.rawValue)
              tls: \(isEncrypted)
              http: [\(isMultiplexed ? "h2" : "http/1.1")]
              files:
            \(names.map { "    \($0): { image: jpeg, size: \(bytes) B }" }.joined(separator: "\n"))
            client: { policy: none, connections: \(connections ?? count), timeout: 300 s }
            steps:
            \(steps.joined(separator: "\n  - forget: connections\n"))
            """
    }
}
