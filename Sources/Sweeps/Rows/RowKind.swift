/// What one row of `netlab.rows/1` is about.
package enum RowKind: String, Hashable, Sendable, CaseIterable {
    case run, step, transfer, cause, packets

    /// The table that it belongs to, in files' names.
    package var table: String { self == .packets ? rawValue : "\(rawValue)s" }
}
