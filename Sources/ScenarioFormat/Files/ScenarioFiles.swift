/// The files that a scenario names, such as traces. Reading them is the affair of whoever loads it.
package struct ScenarioFiles: Sendable {
    /// The first `limit` bytes of a file, and one more where there are more. `path` is as the scenario has it: relative to
    /// the scenario's own folder.
    package typealias Reading =
        @Sendable (_ path: String, _ limit: Int) throws(ScenarioFileProblem) -> [UInt8]

    let read: Reading

    package init(_ read: @escaping Reading) {
        self.read = read
    }

    /// For a scenario that stands alone.
    package static let none = ScenarioFiles { _, _ throws(ScenarioFileProblem) in
        throw ScenarioFileProblem("a scenario that is read by itself has no files beside it")
    }
}
