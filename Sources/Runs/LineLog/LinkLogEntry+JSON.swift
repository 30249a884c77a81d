package import JSON
import LinkModel

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
