/// A file that a scenario names: the content of something that its origin serves, or a line's trace.
package struct ScenarioInput: Hashable, Sendable {
    /// As the scenario has it.
    package var path: String
    package var bytes: [UInt8]
}
