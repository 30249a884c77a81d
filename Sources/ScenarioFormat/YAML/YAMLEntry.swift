/// A key and its value.
package struct YAMLEntry: Hashable, Sendable {
    package var key: String
    package var keySpan: SourceSpan
    package var value: YAMLNode

    package init(key: String, keySpan: SourceSpan, value: YAMLNode) {
        self.key = key
        self.keySpan = keySpan
        self.value = value
    }
}
