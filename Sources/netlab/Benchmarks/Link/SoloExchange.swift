import Runs
import Scenarios

/// One download over an idle line, held against theory: a run like any other, of a scenario made here.
struct SoloExchange: Hashable, Sendable {
    var bytes: Int
    var mbps: Int

    /// Where a row of the benchmark has its name from.
    var title: String { "solo, \(bytes / 1_000_000) MB at \(mbps) Mbit/s" }

    /// What was measured and what theory says, in milliseconds. nil where it was interrupted.
    func measure(_ session: RunSession) throws(CommandFailure) -> (measured: Double, theory: Double)? {
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
        if let why = result.failure ?? result.emulation.why {
            throw CommandFailure(.failed, "\(title) gave no figures: \(why)")
        }
        guard let transfer = result.transfers.first, let measured = transfer.measured,
            let theory = transfer.theory?.alone
        else {
            throw CommandFailure(.failed, "\(title) gave no figures")
        }
        return (Double(measured) / 1e6, Double(theory) / 1e6)
    }

    private var scenario: String {
        """
        netlab: 1
        name: bench-solo
        link:
          down: { rate: \(mbps) Mbit/s, oneWayDelay: 5 ms }
          up: { rate: \(mbps) Mbit/s, oneWayDelay: 5 ms }
        origin:
          files:
            body.jpg: { image: jpeg, size: \(bytes) B }
        steps:
          - name: alone
            fetch: [body.jpg]
        """
    }
}
