package import Runs
package import Wire

/// A time divided among its causes, comparable with the other bars of the document.
package struct ReportBar: Hashable, Sendable {
    package struct Part: Hashable, Sendable {
        package let cause: LedgerCause
        package let time: Nanoseconds
    }

    /// What the bar shows.
    package let label: String
    /// Longest first.
    package let parts: [Part]
    /// Sum of all parts.
    package let total: Nanoseconds
    /// Total of the document's longest bar, which takes the whole width.
    package let longest: Nanoseconds
    /// The parts in words, each with its time and share, and the unknown causes.
    package let captions: [String]
}
