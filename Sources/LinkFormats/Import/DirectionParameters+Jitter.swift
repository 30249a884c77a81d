import Figures
import LinkModel

extension DirectionParameters {
    /// Other tools cut off at nothing what jitter would take off a short delay, which makes the mean another one; a line
    /// of ours must be as long as its jitter reaches. Makes the jitter as small as that, and says so.
    mutating func fitJitter(_ warnings: inout ImportWarnings, line: Int? = nil) {
        guard var fitting = jitter, fitting.reach > oneWayDelay else { return }
        let asked = ExactDecimal.milliseconds(fitting.amount)
        fitting.amount = Int64(Double(fitting.amount) * Double(oneWayDelay) / Double(fitting.reach))
        while fitting.amount > 0, fitting.reach > oneWayDelay { fitting.amount -= 1 }
        jitter = fitting.amount > 0 ? fitting : nil
        let kept = ExactDecimal.milliseconds(fitting.amount)
        let delay = ExactDecimal.milliseconds(oneWayDelay)
        warnings.add(
            "a \(fitting.distribution.rawValue) jitter of \(asked) goes further than the delay of \(delay): made \(kept)",
            line: line
        )
    }
}
