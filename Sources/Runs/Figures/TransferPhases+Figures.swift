package import JSON
package import Logs
import Scenarios

extension TransferPhases: Tabulated {
    package static let figures: [ResultFigure<TransferPhases>] = [
        .stored(.time, "cache", \.cache),
        .stored(.time, "blocked", \.blocked),
        .stored(.time, "dns", \.dns),
        .stored(.time, "connect", \.connect),
        .stored(.time, "tls", \.tls),
        .stored(.time, "request", \.request),
        .stored(.time, "wait", \.wait),
        .stored(.time, "receive", \.receive),
        .stored(.time, "decode", \.decode),
    ]

    /// Phases that are missing took no time.
    package init?(json: JSONValue) {
        guard case .object = json else { return nil }
        self.init()
        Self.figures.read(json, into: &self)
    }
}
