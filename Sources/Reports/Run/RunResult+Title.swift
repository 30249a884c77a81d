import Runs

extension RunResult {
    /// The scenario's name, and what tells this run from the others.
    var title: String {
        distinction.isEmpty ? scenario : "\(scenario) (\(distinction.joined(separator: ", ")))"
    }

    /// What tells this run from the others of its matrix and its repetitions; empty where it is the only one.
    var distinction: [String] {
        matrix.map { "\($0.key) \($0.value)" } + (repetition > 1 ? ["run \(repetition)"] : [])
    }
}
