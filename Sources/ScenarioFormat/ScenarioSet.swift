package import Scenarios

/// The scenarios of one file: one, or one for every combination of its matrix.
package struct ScenarioSet: Hashable, Sendable {
    /// One combination.
    package struct Variant: Hashable, Sendable {
        /// In the order of the file; empty without a matrix.
        package var matrix: [ScenarioSetting]
        package var scenario: Scenario

        package init(matrix: [ScenarioSetting], scenario: Scenario) {
            self.matrix = matrix
            self.scenario = scenario
        }
    }

    /// Never empty. In file order; the matrix's last axis changes fastest.
    package var variants: [Variant]
    /// The file as given.
    package var text: String

    package init(variants: [Variant], text: String) {
        self.variants = variants
        self.text = text
    }
}
