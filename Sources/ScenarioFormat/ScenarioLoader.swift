package import Scenarios

/// The entry point: the bytes of a scenario file -> validated scenarios, or all their faults.
package enum ScenarioLoader {
    /// `file` names the text in diagnostics, and a scenario that sets no name takes its own from it. `files`
    /// reads the files that the scenario names. What may be missing depends on the `purpose`.
    package static func load(
        text bytes: [UInt8],
        file: String,
        overrides: [ScenarioOverride] = [],
        files: ScenarioFiles = .none,
        purpose: ScenarioPurpose = .run
    ) throws(ScenarioError) -> ScenarioSet {
        let log = DiagnosticLog(file: file)
        guard let (text, read) = tree(of: bytes, log) else { throw log.error }
        var root = read
        var matrix = ScenarioMatrix(takenFrom: &root, log: log)
        OverrideReader(log: log).apply(overrides, to: &root, &matrix)
        let decoder = ScenarioDecoder(
            log: log,
            traces: TraceLoader(files),
            contents: ContentLoader(files),
            defaultName: ScenarioName.from(file: file),
            purpose: purpose
        )
        let variants = variants(of: root, matrix, decoder)
        guard log.isEmpty else { throw log.error }
        return ScenarioSet(variants: variants, text: text)
    }

    /// A scenario's text, and its root; nil with the reasons in the log.
    static func tree(of bytes: [UInt8], _ log: DiagnosticLog) -> (text: String, root: YAMLNode)? {
        guard let text = YAMLText.decode(bytes, log: log) else { return nil }
        guard let root = YAMLTree.read(text, log: log), !root.isNull else {
            if log.isEmpty { log.report(emptiness(of: text)) }
            return nil
        }
        return (text, root)
    }

    private static func emptiness(of text: String) -> String {
        text.allSatisfy(\.isWhitespace)
            ? "the file is empty: a scenario begins with `netlab: 1`"
            : "the file has no content, only comments: a scenario begins with `netlab: 1`"
    }

    private static func variants(
        of root: YAMLNode,
        _ matrix: ScenarioMatrix,
        _ decoder: ScenarioDecoder
    ) -> [ScenarioSet.Variant] {
        var variants = [ScenarioSet.Variant]()
        let log = decoder.log
        for values in matrix.combinations where !log.isFull {
            var tree = root
            var settings = [ScenarioSetting]()
            for (axis, value) in zip(matrix.axes, values) {
                do throws(KeyPath.Problem) {
                    try axis.path.set(value, in: &tree, span: axis.span)
                } catch {
                    log.report(error.message, at: axis.span)
                }
                settings.append(ScenarioSetting(key: axis.path.text, value: value.scalar?.text ?? ""))
            }
            if let scenario = decoder.decode(tree) {
                variants.append(.init(matrix: settings, scenario: scenario))
            }
        }
        return variants
    }
}

// MARK: Values

extension ScenarioLoader {
    /// Checks a scenario made in Swift by the rules for files. Diagnostics give places in the text that
    /// `ResolvedScenario` writes for it.
    package static func load(
        _ scenario: Scenario,
        overrides: [ScenarioOverride] = []
    ) throws(ScenarioError) -> ScenarioSet {
        try load(
            text: Array(ResolvedScenario(scenario).text.utf8),
            file: scenario.name,
            overrides: overrides,
            files: ScenarioFiles(of: scenario)
        )
    }
}

extension ScenarioFiles {
    /// The files that a scenario already contains.
    init(of scenario: Scenario) {
        let contents = Dictionary(uniqueKeysWithValues: scenario.inputs.map { ($0.path, $0.bytes) })
        self.init { path, limit throws(ScenarioFileProblem) in
            guard let bytes = contents[path] else {
                throw ScenarioFileProblem("the scenario has no such file")
            }
            return Array(bytes.prefix(limit + 1))
        }
    }
}
