import Runs

extension RunResult {
    /// The scenario's name, and what distinguishes this run from the others.
    var title: String {
        distinction.isEmpty ? scenario : "\(scenario) (\(distinction.joined(separator: ", ")))"
    }

    /// What distinguishes this run from the others of its matrix and repetitions; empty if it is the only
    /// one.
    var distinction: [String] {
        matrix.map { "\($0.key) \($0.value)" } + (repetition > 1 ? ["run \(repetition)"] : [])
    }
}
