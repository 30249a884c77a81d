/// One key of a scenario with the values that it takes in turn.
package struct SweepAxis: Hashable, Sendable {
    /// The key's path: `link.down.loss`.
    package var key: String
    /// As a scenario would have them written; never empty.
    package var values: [String]

    package init(key: String, values: [String]) {
        self.key = key
        self.values = values
    }
}
