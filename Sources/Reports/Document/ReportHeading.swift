/// The title of a document or a section.
package struct ReportHeading: Hashable, Sendable {
    /// How a title longer than a line wraps.
    package enum Breaking: Hashable, Sendable {
        /// It stays on one line.
        case never
        /// All lines are strong; later ones are indented by `hanging`.
        case strong(hanging: Int)
        /// Only the first line is strong: details follow.
        case lead(hanging: Int)
    }

    package let text: String
    package let breaking: Breaking

    package init(_ text: String, breaking: Breaking = .never) {
        self.text = text
        self.breaking = breaking
    }
}
