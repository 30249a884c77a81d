package import Runs
package import Wire

/// A time divided among its causes, to be compared with the other bars of the document.
package struct ReportBar: Hashable, Sendable {
    package struct Part: Hashable, Sendable {
        package let cause: LedgerCause
        package let time: Nanoseconds
    }

    /// What the time is of.
    package let label: String
    /// The longest first.
    package let parts: [Part]
    /// Of all parts.
    package let total: Nanoseconds
    /// The total of the document's longest bar: it has the whole width.
    package let longest: Nanoseconds
    /// The parts in words, each with its time and its share, and what is not known.
    package let captions: [String]
}
