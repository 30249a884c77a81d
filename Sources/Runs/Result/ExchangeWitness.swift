import JSON
import Scenarios
package import Wire

/// One exchange on the wire as one witness saw it. All witnesses use the same definitions.
package struct ExchangeWitness: Hashable, Sendable {
    /// Body bytes as transferred.
    package var sizeBytes: Int
    /// When the request's first byte was sent.
    package var request: Instant
    /// When the response's first byte, that of the status line, arrived at the client's host.
    package var firstByte: Instant
    /// When the body's last byte (without a body, the header's) arrived.
    package var lastByte: Instant
    /// nil if the exchange shows none (`Speed`).
    package internal(set) var speedBps: Int64?

    /// Its speed is that of a body whose line is not known: `measureSpeed` knows better.
    package init(sizeBytes: Int, request: Instant, firstByte: Instant, lastByte: Instant) {
        self.sizeBytes = sizeBytes
        self.request = request
        self.firstByte = firstByte
        self.lastByte = lastByte
        speedBps = Speed.bps(bodyBytes: sizeBytes, over: lastByte - firstByte, on: nil)
    }

    package var duration: Nanoseconds { lastByte - request }
    /// From the request's first byte to the response's.
    var wait: Nanoseconds { firstByte - request }
    /// From the response's first byte to its last.
    var receive: Nanoseconds { lastByte - firstByte }

    mutating func measureSpeed(on line: Speed.Line) {
        speedBps = Speed.bps(bodyBytes: sizeBytes, over: lastByte - firstByte, on: line)
    }

    package static let figures: [ResultFigure<ExchangeWitness>] = [
        .stored(.bytes, "sizeBytes", \.sizeBytes),
        .stored(.time, "request", \.request, .untested),
        .stored(.time, "firstByte", \.firstByte, .untested),
        .stored(.time, "lastByte", \.lastByte, .untested),
        .derived(.time, "duration", \.duration, []),
        .stored(.rate, "speed", \.speedBps),
    ]

    var members: [JSONValue.Member] { Self.figures.members(of: self) }

    init?(json: JSONValue) {
        self.init(sizeBytes: 0, request: .zero, firstByte: .zero, lastByte: .zero)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}
