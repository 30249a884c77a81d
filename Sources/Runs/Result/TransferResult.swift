package import Logs
package import Wire

/// One transfer: what the caller saw, what the two witnesses of the wire saw, and what theory says.
package struct TransferResult: Hashable, Sendable {
    package var id: Int
    package var step: String
    package var file: String
    package var url: String
    package var source: ImageSource
    /// What the caller saw.
    package var status: Int?
    /// What came on the wire.
    package var wireStatus: Int?
    package var httpVersion: String?
    /// On its connection, with HTTP/2.
    package var httpStream: Int?
    /// nil where the connection was not encrypted.
    package var encryption: EncryptionRecord?
    package var error: String?
    /// The transfer whose exchange this caller waited for: that time is `blocked`.
    package var sharedWith: Int?
    package var tier: CacheTier?
    /// The n-th connection that the run opened, from 1.
    package var connection: Int?
    package var newConnection: Bool?
    package var start: Instant
    package var duration: Nanoseconds
    /// By the caller's own stopwatch, around the call.
    package var outside: Nanoseconds?
    /// From the first body chunk to the last, as the client was handed them.
    package var firstToLastChunk: Nanoseconds?
    package var bodyBytes: Int
    package var headerBytes: Int?
    package var requestBytes: Int?
    package var wireDownBytes: Int?
    package var wireUpBytes: Int?
    package var retransmittedBytes: Int?
    package var phases: TransferPhases?
    /// Making the connection, where this transfer had to: part of what theory predicts, not of the exchange.
    package var setUp: Nanoseconds?
    package var clientLog: ClientWitness?
    package var capture: CaptureWitness?
    package var theory: TransferTheory?
    /// Where its time went; nil where that was not worked out.
    package var ledger: TransferLedger?
    /// The addresses on the way to the one that answered, in their order: `clientLog` and `capture` are about that one.
    package var redirects: [RedirectHop] = []
    /// The client's TCP port, by which the logs and the captures know its connection.
    package var clientPort: UInt16?

    package init(
        id: Int,
        step: String,
        file: String,
        url: String,
        source: ImageSource,
        status: Int? = nil,
        error: String? = nil,
        tier: CacheTier? = nil,
        start: Instant,
        duration: Nanoseconds,
        bodyBytes: Int,
        phases: TransferPhases? = nil
    ) {
        self.id = id
        self.step = step
        self.file = file
        self.url = url
        self.source = source
        self.status = status
        self.error = error
        self.tier = tier
        self.start = start
        self.duration = duration
        self.bodyBytes = bodyBytes
        self.phases = phases
    }

    package var end: Instant { start + duration }

    /// The share of its time that the line was carrying its body; nil where that is not known.
    package var efficiency: Double? {
        guard duration > 0, let payload = ledger?[.payload] else { return nil }
        return Double(payload) / Double(duration)
    }

    /// What theory is compared with: the exchange as the client logged it, and the connection's set-up before it.
    package var measured: Nanoseconds? {
        clientLog.map { $0.exchange.duration + (setUp ?? 0) }
    }
}
