package import Scenarios

/// A scenario that a sweep changes: its text is parsed once, and decoded for each point.
///
/// One thread only, since it keeps the companion files that it has read.
package final class SweptScenario {
    /// The file as given.
    package let text: String
    package let matrix: [SweepAxis]
    /// Takes the place of the scenario's own name in rows.
    package let name: String

    private let file: String
    private let root: YAMLNode
    private let source: SourceText
    private let traces: TraceLoader
    private let contents: ContentLoader

    /// Its own matrix becomes axes. `file` names the text in diagnostics.
    package init(text bytes: [UInt8], file: String, files: ScenarioFiles) throws(ScenarioError) {
        let log = DiagnosticLog(file: file)
        guard let text = YAMLText.decode(bytes, log: log), var root = YAMLTree.read(text, log: log),
            !root.isNull
        else {
            if log.isEmpty { log.report("the file is empty: a scenario begins with `netlab: 1`") }
            throw log.error
        }
        let matrix = ScenarioMatrix(takenFrom: &root, log: log)
        guard log.isEmpty else { throw log.error }
        self.matrix = matrix.axes.map { axis in
            SweepAxis(key: axis.path.text, values: axis.values.map { $0.scalar?.text ?? "" })
        }
        self.text = text
        self.file = file
        self.root = root
        source = log.source
        name = ScenarioName.from(file: file)
        traces = TraceLoader(files)
        contents = ContentLoader(files)
    }

    /// The scenario with these settings. A fault in a setting is told with the setting.
    package func scenario(
        with settings: [SweepSetting],
        seed: UInt64? = nil
    ) throws(ScenarioError) -> Scenario {
        let log = DiagnosticLog(file: file, source: source)
        var tree = root
        for setting in settings { set(setting, in: &tree, log) }
        if let seed { set(SweepSetting(key: SweepDesign.seedKey, value: "\(seed)"), in: &tree, log) }
        let decoder = ScenarioDecoder(
            log: log,
            traces: traces,
            contents: contents,
            defaultName: name,
            purpose: .run
        )
        guard let scenario = decoder.decode(tree), log.isEmpty else { throw log.error }
        return scenario
    }

    private func set(_ setting: SweepSetting, in tree: inout YAMLNode, _ log: DiagnosticLog) {
        let flag = "\(setting.key): \(setting.value)"
        let span = SourceSpan(line: 1, column: 1, endLine: 1, endColumn: 1, flag: flag)
        guard let path = KeyPath(setting.key) else {
            log.report("\(setting.key.quoted) is not the path of a key", at: span)
            return
        }
        do throws(KeyPath.Problem) {
            try path.set(
                YAMLNode(.scalar(YAMLScalar(text: setting.value, style: .plain)), span),
                in: &tree,
                span: span
            )
        } catch {
            log.report(error.message, at: span)
        }
    }
}
