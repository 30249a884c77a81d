package import JSON
package import Wire

/// One line of the client's timing log.
package struct TimingEvent: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// The caller asked.
        case start
        case memoryHit = "memory-hit"
        case diskHit = "disk-hit"
        case miss
        /// Handed to the transfer loop; a wait for a connection slot begins.
        case queued
        case nameResolved = "name-resolved"
        case connected
        case secured
        /// The request's first byte was sent.
        case requestSent = "request-sent"
        /// The status line's first byte arrived.
        case firstByte = "first-byte"
        /// Body bytes arrived; the event's `bytes` is their total so far.
        case progress
        /// The body's last byte arrived.
        case lastByte = "last-byte"
        case stored
        case failed
        /// The caller has the bytes.
        case done
    }

    package var at: Instant
    package var transfer: Int
    package var kind: Kind
    /// Body bytes received so far, for the events that report them.
    package var bytes: Int?

    package init(at: Instant, transfer: Int, kind: Kind, bytes: Int? = nil) {
        self.at = at
        self.transfer = transfer
        self.kind = kind
        self.bytes = bytes
    }
}

// MARK: Reading

extension TimingEvent: JSONLineReadable {
    package init?(json: JSONValue) {
        guard let at = json["atNs"]?.instant, let transfer = json["transfer"]?.int,
            let kind = json["event"]?.text.flatMap(TimingEvent.Kind.init(rawValue:))
        else { return nil }
        self.init(at: at, transfer: transfer, kind: kind, bytes: json["bytes"]?.int)
    }
}

// MARK: JSON

extension TimingEvent: JSONLine {
    package static let schema = "netlab.timing/1"

    /// `atNs` counts from the run's start.
    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.member("atNs", at)
        writer.member("transfer", transfer)
        writer.member("event", kind.rawValue)
        writer.member("bytes", bytes)
        writer.raw("}")
    }
}
