package import Logs
package import Wire

/// One transfer: what the caller saw, what both witnesses of the wire saw, and what theory says.
package struct TransferResult: Hashable, Sendable {
    package var id: Int
    package var step: String
    package var file: String
    package var url: String
    package var source: ImageSource
    /// The status that the caller saw.
    package var status: Int?
    /// The status on the wire.
    package var wireStatus: Int?
    package var httpVersion: String?
    /// Stream number on the connection; HTTP/2 only.
    package var httpStream: Int?
    /// nil if the connection was not encrypted.
    package var encryption: EncryptionRecord?
    package var error: String?
    /// The transfer whose exchange this caller waited for; the wait counts as `blocked`.
    package var sharedWith: Int?
    package var tier: CacheTier?
    /// Number of the connection in the order in which the run opened them, from 1.
    package var connection: Int?
    package var newConnection: Bool?
    package var start: Instant
    package var duration: Nanoseconds
    /// The caller's own stopwatch around the call.
    package var outside: Nanoseconds?
    /// From the first body chunk to the last, as the client received them.
    package var firstToLastChunk: Nanoseconds?
    package var bodyBytes: Int
    package var headerBytes: Int?
    package var requestBytes: Int?
    package var wireDownBytes: Int?
    package var wireUpBytes: Int?
    package var retransmittedBytes: Int?
    package var phases: TransferPhases?
    /// Set-up time of the connection, if this transfer opened it. Theory predicts it, but it is not part of
    /// the exchange.
    package var setUp: Nanoseconds?
    package var clientLog: ClientWitness?
    package var capture: CaptureWitness?
    /// nil if the run had no proxy, or it never had the request.
    package var proxy: ProxyWitness?
    package var theory: TransferTheory?
    /// nil if it was not computed.
    package var ledger: TransferLedger?
    /// Redirects before the final address, in order; `clientLog` and `capture` concern the final address.
    package var redirects: [RedirectHop] = []
    /// The client's TCP port, which identifies the connection in logs and captures. With a proxy it is the port of
    /// the connection with that one, which the line does not see.
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

    var wireBytes: Int? { wireDownBytes.map { $0 + (wireUpBytes ?? 0) } }

    /// The TCP port at the client's end of the line: the client's own, or its proxy's.
    package var linePort: UInt16? { proxy == nil ? clientPort : proxy?.originPort }

    /// The stream on the connection over the line; HTTP/2 only.
    package var lineStream: Int? { proxy == nil ? httpStream : proxy?.httpStream }

    /// The exchange over the line: the client's own, or its proxy's.
    package var lineExchange: ExchangeWitness? { proxy == nil ? clientLog?.exchange : proxy?.exchange }

    /// Share of the duration in which the line carried the body; nil if unknown.
    package var efficiency: Double? {
        guard duration > 0, let payload = ledger?[.payload] else { return nil }
        return Double(payload) / Double(duration)
    }

    /// The time that theory is compared with: the exchange in the client's log plus the connection's set-up.
    package var measured: Nanoseconds? {
        clientLog.map { $0.exchange.duration + (setUp ?? 0) }
    }
}
