/// Limits on what a parser holds before it fails.
package struct HTTP1Limits: Hashable, Sendable {
    /// Bytes of a message's head, including the empty line; the same again for trailers.
    package var head: Int
    /// Bytes of the request or status line, including its line end.
    package var startLine: Int
    /// Fields of a head, and of trailers; the lenient grammar ignores this.
    package var fields: Int
    /// Bytes of all extensions of a body's chunks; the lenient grammar ignores this.
    package var chunkExtensions: Int
    /// Interim heads (1xx) before one final head; only a client's connection counts them.
    package var interimHeads: Int

    package init(
        head: Int = 65_536,
        startLine: Int = 8192,
        fields: Int = 256,
        chunkExtensions: Int = 16_384,
        interimHeads: Int = 1000
    ) {
        self.head = head
        self.startLine = startLine
        self.fields = fields
        self.chunkExtensions = chunkExtensions
        self.interimHeads = interimHeads
    }
}
