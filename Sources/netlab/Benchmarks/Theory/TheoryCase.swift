import Runs
import Scenarios

/// One step of downloads on a line, run and held against the simulator: a run like any other, of a scenario made here.
struct TheoryCase: Hashable, Sendable {
    var bytes: Int
    var mbps: Int
    var roundTripMilliseconds: Int
    var congestion: OriginSettings.Congestion
    /// How many files together.
    var count = 1
    var lossPercent = 0.0
    var seed: UInt64 = 1

    /// Where a row of the benchmark has its name from.
    var title: String {
        let size = bytes >= 1_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes / 1000) kB"
        let files = count == 1 ? size : "\(count) of \(size)"
        return "\(files), \(mbps) Mbit/s, \(roundTripMilliseconds) ms, \(congestion.rawValue)"
    }

    /// nil where it was interrupted.
    func result(_ session: RunSession) throws(CommandFailure) -> RunResult? {
        let text = Array(scenario.utf8)
        let loaded: ScenarioLoading.Loaded
        do throws(ScenarioError) {
            let set = try ScenarioLoader.load(text: text, file: "<bench>", overrides: [])
            loaded = ScenarioLoading.Loaded(file: "<bench>", text: text, set: set)
        } catch {
            throw CommandFailure(.failed, error.description)
        }
        guard let result = try session.results(of: [loaded]).first, result.outcome != .interrupted else {
            return nil
        }
        if let failure = result.failure { throw CommandFailure(.failed, "\(title): \(failure)") }
        return result
    }

    private var scenario: String {
        let delay = FixedPoint.text(Double(roundTripMilliseconds) / 2, digits: 1)
        let loss = lossPercent > 0 ? ", loss: \(FixedPoint.text(lossPercent, digits: 2)) %" : ""
        let names = (0..<count).map { "body\($0).jpg" }
        return """
            netlab: 1
            name: bench-theory
            seed: \(seed)
            link:
              down: { rate: \(mbps) Mbit/s, oneWayDelay: \(delay) ms\(loss) }
              up: { rate: \(mbps) Mbit/s, oneWayDelay: \(delay) ms }
            origin:
              congestion: \(congestion.rawValue)
              files:
            \(names.map { "    \($0): { image: jpeg, size: \(bytes) B }" }.joined(separator: "\n"))
            client: { policy: none, connections: \(count), timeout: 300 s }
            steps:
              - name: all
                fetch: [\(names.joined(separator: ", "))]
                start: together
            """
    }
}
