/// All faults of one scenario, in line order.
package struct ScenarioError: Error, Hashable, CustomStringConvertible {
    package var diagnostics: [ScenarioDiagnostic]
    /// Faults beyond the ones listed.
    package var unlisted: Int

    package init(diagnostics: [ScenarioDiagnostic], unlisted: Int = 0) {
        self.diagnostics = diagnostics
        self.unlisted = unlisted
    }

    package var description: String {
        var lines = diagnostics.map(\.description)
        if unlisted > 0 { lines.append("and \(unlisted) more") }
        return lines.joined(separator: "\n")
    }
}
