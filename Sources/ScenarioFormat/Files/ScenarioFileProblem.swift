/// Why a file named by a scenario cannot be read: `there is no such file`.
package struct ScenarioFileProblem: Error, Hashable, Sendable {
    package var message: String

    package init(_ message: String) {
        self.message = message
    }
}
