/// Access to the files that a scenario names, such as traces. The caller of the loader supplies the reading.
package struct ScenarioFiles: Sendable {
    /// Returns the first `limit` bytes of a file, and one more if it is longer. `path` is as written in the
    /// scenario: relative to the scenario's folder.
    package typealias Reading =
        @Sendable (_ path: String, _ limit: Int) throws(ScenarioFileProblem) -> [UInt8]

    let read: Reading

    package init(_ read: @escaping Reading) {
        self.read = read
    }

    /// For a scenario without companion files.
    package static let none = ScenarioFiles { _, _ throws(ScenarioFileProblem) in
        throw ScenarioFileProblem("a scenario without a folder cannot use companion files")
    }
}
