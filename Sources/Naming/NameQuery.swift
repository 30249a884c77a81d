package import Wire

/// One query as the name server saw it.
package struct NameQuery: Hashable, Sendable {
    package var arrived: Instant
    /// When the answer was handed to the kernel; nil where it was not: none was due, or the server was stopped before.
    package var answered: Instant?
    /// nil where the query could not be read.
    package var question: DNSQuestion?
    package var responseCode: DNSResponseCode?
}
