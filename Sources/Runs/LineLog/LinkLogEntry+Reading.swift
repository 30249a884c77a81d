package import JSON
import LinkModel
import Logs
import Wire

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
