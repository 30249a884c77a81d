import Inspection
import Reports

/// Differences between the client's log and what the capture shows.
enum CaptureExactness {
    static func rows(
        _ spoken: CapturedProtocol,
        _ found: InspectedList<CaptureExchange>,
        _ capture: LossyCapture
    ) -> [BenchRow] {
        let bodies = found.lazy.map(\.bodyBytes).sorted()
        let differing = zip(bodies, capture.bodies).filter { $0 != $1 }.count
        return [
            BenchRow(
                "\(spoken.rawValue): responses missing or too many",
                unit: "responses",
                netlab: Double(abs(bodies.count - capture.bodies.count)),
                goal: .atMost(0)
            ),
            BenchRow(
                "\(spoken.rawValue): bodies of another size than the client's, or not whole",
                unit: "responses",
                netlab: Double(differing + found.lazy.filter { !$0.isComplete }.count),
                goal: .atMost(0)
            ),
        ]
    }
}
