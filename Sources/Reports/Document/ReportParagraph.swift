/// A sentence or several.
package struct ReportParagraph: Hashable, Sendable {
    /// What it is about: stands before the text, with a colon between them.
    package let lead: String?
    package let text: String
    package let emphasis: ReportEmphasis?
    /// Columns before its first line and before the others: what stands further in belongs to what is above.
    package let indent: Int
    package let hanging: Int
    /// False for a few words that stay on one line.
    package let isBroken: Bool

    package init(
        _ text: String,
        _ emphasis: ReportEmphasis? = nil,
        lead: String? = nil,
        indent: Int = 0,
        hanging: Int? = nil,
        isBroken: Bool = true
    ) {
        self.lead = lead
        self.text = text
        self.emphasis = emphasis
        self.indent = indent
        self.hanging = hanging ?? indent
        self.isBroken = isBroken
    }
}
