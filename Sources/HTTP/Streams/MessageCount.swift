/// Messages that went one way on a connection or in a body, and the bytes of their content.
package struct MessageCount: Hashable, Sendable {
    package var messages = 0
    /// As they crossed: a message that is compressed counts so.
    package var bytes = 0

    package init(messages: Int = 0, bytes: Int = 0) {
        self.messages = messages
        self.bytes = bytes
    }
}
