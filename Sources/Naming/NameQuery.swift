package import Wire

/// One query from the name server's view.
package struct NameQuery: Hashable, Sendable {
    package var arrived: Instant
    /// When the answer was handed to the kernel; nil if it never was: none was due, or the server stopped
    /// before.
    package var answered: Instant?
    /// nil if the query could not be read.
    package var question: DNSQuestion?
    package var responseCode: DNSResponseCode?
}
