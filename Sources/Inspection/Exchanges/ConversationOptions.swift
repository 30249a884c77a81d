/// What a reader of conversations is to do beside measuring.
package struct ConversationOptions: Hashable, Sendable {
    /// Unpacks content to tell its size; without it packed bodies are only counted as they came.
    package var decodesContent = true

    package init() {}
}
