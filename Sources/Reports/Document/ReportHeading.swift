/// The title of a document or a section.
package struct ReportHeading: Hashable, Sendable {
    /// What a title does that is longer than a line.
    package enum Breaking: Hashable, Sendable {
        /// It stays one line.
        case never
        /// All its lines are strong, those behind the first so far in.
        case strong(hanging: Int)
        /// Only its first line is strong: details follow.
        case lead(hanging: Int)
    }

    package let text: String
    package let breaking: Breaking

    package init(_ text: String, breaking: Breaking = .never) {
        self.text = text
        self.breaking = breaking
    }
}
