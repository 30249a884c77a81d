/// A table's column: its heading, and how it gives way when room is short.
package struct ReportColumn: Hashable, Sendable {
    package enum Alignment: Hashable, Sendable {
        case left, right
    }

    /// Minimum width in characters.
    package struct Shrinking: Hashable, Sendable {
        /// While other columns can be left out.
        package let preferred: Int
        /// When no other column can be left out.
        package let atLeast: Int
    }

    /// Lines of the heading.
    package let heading: [String]
    package let alignment: Alignment
    /// Columns with a higher priority stay longer; nil is never left out.
    package let priority: Int?
    /// How far cells may be shortened, in the middle; nil means not at all.
    package let shrinking: Shrinking?
}
