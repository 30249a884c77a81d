package import JSON

/// Something that a reader of tables should know of a member with rows.
package struct RowRemark: Hashable, Sendable {
    package var member: String
    package var text: String
    /// True if rows are missing for it.
    package var isFailure: Bool
}

extension RowRemark: JSONRepresentable {
    package var json: JSONValue { ["of": member.json, "text": text.json] }
}
