package import Scenarios

/// Decodes the points of one swept scenario.
///
/// One thread only, since it keeps the companion files that it has read.
package final class SweptScenarioReader {
    private let swept: SweptScenario
    private let traces: TraceLoader
    private let contents: ContentLoader

    package init(_ swept: SweptScenario) {
        self.swept = swept
        traces = TraceLoader(swept.files)
        contents = ContentLoader(swept.files)
    }

    /// The scenario with these settings. A fault in a setting is told with the setting.
    package func scenario(
        with settings: [ScenarioSetting],
        seed: UInt64? = nil
    ) throws(ScenarioError) -> Scenario {
        let log = DiagnosticLog(file: swept.file, source: swept.source)
        var tree = swept.root
        for setting in settings { set(setting, in: &tree, log) }
        if let seed { set(ScenarioSetting(key: SweepDesign.seedKey, value: "\(seed)"), in: &tree, log) }
        let decoder = ScenarioDecoder(
            log: log,
            traces: traces,
            contents: contents,
            defaultName: swept.name,
            purpose: .run
        )
        guard let scenario = decoder.decode(tree), log.isEmpty else { throw log.error }
        return scenario
    }

    private func set(_ setting: ScenarioSetting, in tree: inout YAMLNode, _ log: DiagnosticLog) {
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
