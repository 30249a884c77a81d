/// Something that happened on a connection.
package struct ReportEvent: Hashable, Sendable {
    /// Since the connection began.
    package let time: String
    /// Who did it; empty where neither end did.
    package let speaker: String
    package let text: String
    package let details: [String]
    /// Made of words, which a line may be broken between; what a stranger sent is shortened instead.
    package let isProse: Bool
}
