/// A file that a scenario names: the content of a served file, or a line's trace.
package struct ScenarioInput: Hashable, Sendable {
    /// The path as the scenario states it.
    package var path: String
    package var bytes: [UInt8]
}
