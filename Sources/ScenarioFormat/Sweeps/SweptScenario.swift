package import Scenarios

/// A scenario that a sweep changes: its text is parsed once, and decoded for each point.
package struct SweptScenario: Sendable {
    /// The file as given.
    package let text: String
    package let matrix: [SweepAxis]
    /// Takes the place of the scenario's own name in rows.
    package let name: String

    let file: String
    let root: YAMLNode
    let source: SourceText
    let files: ScenarioFiles

    /// Its own matrix becomes axes. `file` names the text in diagnostics.
    package init(text bytes: [UInt8], file: String, files: ScenarioFiles) throws(ScenarioError) {
        let log = DiagnosticLog(file: file)
        guard let (text, read) = ScenarioLoader.tree(of: bytes, log) else { throw log.error }
        var root = read
        let matrix = ScenarioMatrix(takenFrom: &root, log: log)
        guard log.isEmpty else { throw log.error }
        self.matrix = matrix.axes.map { axis in
            SweepAxis(key: axis.path.text, values: axis.values.map { $0.scalar?.text ?? "" })
        }
        self.text = text
        self.file = file
        self.root = root
        source = log.source
        self.files = files
        name = ScenarioName.from(file: file)
    }
}
