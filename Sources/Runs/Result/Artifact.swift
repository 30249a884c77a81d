/// A file of the run's folder.
package struct Artifact: Hashable, Sendable {
    /// What the file is. The raw value is its key in `result.json`.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case clientCapture, serverCapture, timingLog, linkLog, originLog, scenario, resolvedScenario
    }

    package var kind: Kind
    /// Its name inside the folder.
    package var file: String

    package init(_ kind: Kind, file: String) {
        self.kind = kind
        self.file = file
    }
}
