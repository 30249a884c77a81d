package import Scenarios

/// The scenarios of one file: one, or one for every combination of its matrix.
package struct ScenarioSet: Hashable, Sendable {
    /// One combination.
    package struct Variant: Hashable, Sendable {
        /// An axis and its value here, as written.
        package struct Setting: Hashable, Sendable {
            package var key: String
            package var value: String

            package init(key: String, value: String) {
                self.key = key
                self.value = value
            }
        }

        /// In the order of the file; empty without a matrix.
        package var matrix: [Setting]
        package var scenario: Scenario

        package init(matrix: [Setting], scenario: Scenario) {
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
