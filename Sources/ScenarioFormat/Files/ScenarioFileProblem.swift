/// Why a file that a scenario names cannot be had: `there is no such file`.
package struct ScenarioFileProblem: Error, Hashable, Sendable {
    package var message: String

    package init(_ message: String) {
        self.message = message
    }
}
