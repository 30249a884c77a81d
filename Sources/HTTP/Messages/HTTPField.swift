/// One field line of a message, its name spelt as it was sent.
package struct HTTPField: Hashable, Sendable {
    package var name: String
    /// Without surrounding white space. Bytes above ASCII stand as the characters of ISO 8859-1, so that no byte is lost.
    package var value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
