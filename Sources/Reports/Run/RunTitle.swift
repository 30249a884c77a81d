package import Runs

/// What a run is called beside others of the same command.
package struct RunTitle: Hashable, Sendable {
    private let scenario: String
    private let matrix: [MatrixValue]
    private let repetition: Int

    package init(_ scenario: String, _ matrix: [MatrixValue], repetition: Int) {
        self.scenario = scenario
        self.matrix = matrix
        self.repetition = repetition
    }

    package init(_ result: RunResult) {
        self.init(result.scenario, result.matrix, repetition: result.repetition)
    }

    /// The scenario's name, and what distinguishes the run from the others.
    package var text: String {
        distinction.isEmpty ? scenario : "\(scenario) (\(distinction.joined(separator: ", ")))"
    }

    /// What distinguishes the run from the others of its matrix and repetitions; empty if it is the only one.
    var distinction: [String] {
        matrix.map { "\($0.key) \($0.value)" } + (repetition > 1 ? ["run \(repetition)"] : [])
    }
}
