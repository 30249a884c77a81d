/// A key of a scenario and its value in one combination, as written.
package struct ScenarioSetting: Hashable, Sendable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
