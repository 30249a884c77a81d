/// One axis of a matrix and the value that a run has on it.
package struct MatrixValue: Hashable, Sendable {
    /// A key's path, such as `client.policy`.
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
