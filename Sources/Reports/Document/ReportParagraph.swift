/// One or more sentences.
package struct ReportParagraph: Hashable, Sendable {
    /// Its subject, shown before the text and a colon.
    package let lead: String?
    package let text: String
    package let emphasis: ReportEmphasis?
    /// Indentation of the first line and of the others. Deeper text belongs to what is above.
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
