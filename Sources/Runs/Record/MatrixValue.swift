/// One axis of a matrix and the run's value on it.
package struct MatrixValue: Hashable, Sendable {
    /// Path of the key, such as `client.policy`.
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
