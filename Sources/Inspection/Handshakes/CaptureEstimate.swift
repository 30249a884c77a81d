/// What was probably an exchange on a connection that could not be opened, guessed by its records. With HTTP/2, whose
/// requests overlap, one estimate may stand for several exchanges.
package struct CaptureEstimate: Hashable, Sendable {
    package var stream: Int
    /// Its place among those of its connection, from 0.
    package var order: Int
    package var client: Endpoint
    package var server: Endpoint
    /// The name that the client asked for at the connection's beginning.
    package var serverName: String?
    /// Heads and bodies together.
    package var requestBytes: Int
    package var responseBytes: Int
    /// Nanoseconds since 1970, as the next ones.
    package var requestSent: Int64
    package var firstByte: Int64
    package var lastByte: Int64

    package var duration: Int64 { lastByte - requestSent }
}
