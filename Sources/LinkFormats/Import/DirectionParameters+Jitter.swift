import Figures
import LinkModel

extension DirectionParameters {
    /// Limits the jitter to the line's delay, with a warning: netlab requires a delay as long as the jitter's
    /// reach. Other tools cut negative delays off at 0, which changes the mean.
    mutating func fitJitter(_ warnings: inout ImportWarnings, line: Int? = nil) {
        guard var fitting = jitter, fitting.reach > oneWayDelay else { return }
        let asked = ExactDecimal.milliseconds(fitting.amount)
        fitting.amount = Int64(Double(fitting.amount) * Double(oneWayDelay) / Double(fitting.reach))
        while fitting.amount > 0, fitting.reach > oneWayDelay { fitting.amount -= 1 }
        jitter = fitting.amount > 0 ? fitting : nil
        let kept = ExactDecimal.milliseconds(fitting.amount)
        let delay = ExactDecimal.milliseconds(oneWayDelay)
        warnings.add(
            "a \(fitting.distribution.rawValue) jitter of \(asked) exceeds the delay of \(delay): reduced to \(kept)",
            line: line
        )
    }
}
