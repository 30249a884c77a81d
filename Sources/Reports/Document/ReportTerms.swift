/// Terms and their meanings.
package struct ReportTerms: Hashable, Sendable {
    package let terms: [ReportTerm]

    package init(_ terms: [ReportTerm]) {
        self.terms = terms
    }
}
