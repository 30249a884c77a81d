/// A table's column: its heading, and what becomes of it where there is too little room.
package struct ReportColumn: Hashable, Sendable {
    package enum Alignment: Hashable, Sendable {
        case left, right
    }

    /// Characters that a column keeps.
    package struct Shrinking: Hashable, Sendable {
        /// While other columns can be left out.
        package let whileOthersLeave: Int
        /// Where none can.
        package let atLeast: Int
    }

    /// Its lines.
    package let heading: [String]
    package let alignment: Alignment
    /// The higher the longer the column stays; nil is never left out.
    package let priority: Int?
    /// How far its cells may be shortened, in the middle; nil: not at all.
    package let shrinking: Shrinking?
}
