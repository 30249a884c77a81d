package import JSON
package import Logs
import Scenarios
import Wire

extension ClockSample: Tabulated {
    package static let figures: [ResultFigure<ClockSample>] = [
        .stored(.time, "run", \.run),
        // Of the calendar: longer than any run's time.
        .member("wallNs", \.wall),
    ]

    package init?(json: JSONValue) {
        self.init(run: .zero, wall: 0)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}
