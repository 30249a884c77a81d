/// One field line of a message, its name in the original spelling.
package struct HTTPField: Hashable, Sendable {
    package var name: String
    /// Without surrounding white space. Bytes above ASCII become ISO 8859-1 characters, so that no byte is
    /// lost.
    package var value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
