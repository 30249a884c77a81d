/// A probable exchange on a connection that could not be decrypted, guessed from its records. With HTTP/2,
/// whose requests overlap, one estimate may cover several exchanges.
package struct CaptureEstimate: Hashable, Sendable {
    package var stream: Int
    /// Its index among those of its connection, from 0.
    package var order: Int
    package var client: Endpoint
    package var server: Endpoint
    /// The name that the client asked for when the connection began.
    package var serverName: String?
    /// Heads and bodies together.
    package var requestBytes: Int
    package var responseBytes: Int
    /// Nanoseconds since 1970, as for the next ones.
    package var requestSent: Int64
    package var firstByte: Int64
    package var lastByte: Int64

    package var duration: Int64 { lastByte - requestSent }
}
