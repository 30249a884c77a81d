/// Something that happened on a connection.
package struct ReportEvent: Hashable, Sendable {
    /// Time since the connection began.
    package let time: String
    /// The end that caused it; empty if neither did.
    package let speaker: String
    package let text: String
    package let details: [String]
    /// True for words that may wrap; foreign text is shortened instead.
    package let isProse: Bool
}
