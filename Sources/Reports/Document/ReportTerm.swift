/// A term, its emphasis and its meaning.
package struct ReportTerm: Hashable, Sendable {
    package let term: String
    package let emphasis: ReportEmphasis?
    package let meaning: String

    package init(_ term: String, _ emphasis: ReportEmphasis? = nil, meaning: String) {
        self.term = term
        self.emphasis = emphasis
        self.meaning = meaning
    }
}
