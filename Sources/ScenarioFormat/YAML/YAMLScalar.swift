/// A single value: always text, whatever it looks like.
package struct YAMLScalar: Hashable, Sendable {
    package enum Style: Hashable, Sendable {
        case plain, quoted
        /// `|` or `>` with the text on the lines below.
        case block
    }

    package var text: String
    package var style: Style

    package init(text: String, style: Style) {
        self.text = text
        self.style = style
    }
}
