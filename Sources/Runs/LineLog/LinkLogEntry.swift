package import JSON
package import LinkModel
import Logs
package import Wire

/// What the line did to one packet.
package struct LinkLogEntry: Hashable, Sendable {
    package var packet: PacketIdentity
    /// Length of the whole IP packet.
    package var bytes: Int
    package var arrival: Instant
    package var decision: LinkDecision
    /// When the packet was actually written to the other host; nil if it was dropped, or still under way at
    /// the end.
    package var departure: Instant?
    /// nil for a packet without a connection, and on a byte-stream line.
    package var segment: LinkSegment?

    package init(
        packet: PacketIdentity,
        bytes: Int,
        arrival: Instant,
        decision: LinkDecision,
        departure: Instant? = nil,
        segment: LinkSegment? = nil
    ) {
        self.packet = packet
        self.bytes = bytes
        self.arrival = arrival
        self.decision = decision
        self.departure = departure
        self.segment = segment
    }

    /// How late the packet left after its due time.
    package var lateness: Nanoseconds? {
        departure.map { max(0, $0 - decision.due) }
    }
}

// MARK: JSON

extension LinkLogEntry: JSONLine {
    package static let schema = "netlab.link/1"

    /// Times are nanoseconds from the run's start; `leftNs` is when the packet was actually written to the
    /// other host. `altered` names alterations of the packet, and `tcp` holds the fields of its TCP header.
    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.member("direction", packet.direction.rawValue)
        writer.member("flow", packet.flow)
        writer.member("packet", packet.number)
        writer.member("bytes", bytes)
        writer.member("arrivalNs", arrival)
        writer.member("serviceStartNs", decision.serviceStart)
        writer.member("serviceEndNs", decision.serviceEnd)
        writer.member("dueNs", decision.due)
        writer.member("leftNs", departure)
        writer.member("fate", decision.fate.rawValue)
        writer.member("altered", decision.alterations.words)
        if let segment { segment.write(to: &writer) } else { writer.raw(",\"tcp\":null") }
        writer.raw("}")
    }
}

extension LinkSegment {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.raw(",\"tcp\":{")
        writer.member("clientPort", clientPort)
        writer.member("flags", flags.letters)
        writer.member("sequence", sequence)
        writer.member("acknowledgement", acknowledgement)
        writer.member("payloadBytes", payload)
        writer.member("windowBytes", window)
        writer.raw("}")
    }
}

// MARK: Reading

extension LinkLogEntry: JSONLineReadable {
    package init?(json: JSONValue) {
        guard let direction = json["direction"]?.text.flatMap(LinkDirection.init(rawValue:)),
            let flow = json["flow"]?.int64.flatMap(UInt32.init(exactly:)),
            let number = json["packet"]?.int64.flatMap(UInt32.init(exactly:)),
            let bytes = json["bytes"]?.int, let arrival = json["arrivalNs"]?.instant,
            let start = json["serviceStartNs"]?.instant, let end = json["serviceEndNs"]?.instant,
            let due = json["dueNs"]?.instant,
            let fate = json["fate"]?.text.flatMap(LinkFate.init(rawValue:))
        else { return nil }
        var decision = LinkDecision(fate: fate, serviceStart: start, serviceEnd: end, due: due)
        decision.alterations = LinkAlterations(words: json["altered"]?.text ?? "")
        self.init(
            packet: PacketIdentity(direction: direction, flow: flow, number: number),
            bytes: bytes,
            arrival: arrival,
            decision: decision,
            departure: json["leftNs"]?.instant,
            segment: json["tcp"].flatMap(LinkSegment.init(json:))
        )
    }
}

extension LinkSegment {
    fileprivate init?(json: JSONValue) {
        guard let port = json["clientPort"]?.int64.flatMap(UInt16.init(exactly:)),
            let sequence = json["sequence"]?.int64.flatMap(UInt32.init(exactly:)),
            let acknowledgement = json["acknowledgement"]?.int64.flatMap(UInt32.init(exactly:)),
            let payload = json["payloadBytes"]?.int64.flatMap(UInt16.init(exactly:)),
            let window = json["windowBytes"]?.int64.flatMap(UInt32.init(exactly:))
        else { return nil }
        self.init(
            clientPort: port,
            flags: TCPHeader.Flags(letters: json["flags"]?.text ?? ""),
            sequence: sequence,
            acknowledgement: acknowledgement,
            payload: payload,
            window: window
        )
    }
}
