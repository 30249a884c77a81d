import Inspection
import JSON

extension TCPEvent {
    /// Times count from `start`, nanoseconds since 1970.
    func json(from start: Int64) -> JSONValue {
        [
            "event": kind.rawValue.json, "from": isFromClient.map { $0 ? "client" : "server" }.json,
            "atNs": (stamp - start).json, "lastNs": (lastStamp - start).json, "packet": packet.json,
            "lastPacket": lastPacket.json, "count": count.json, "offset": offset.json, "end": end.json,
            "bytes": bytes.json,
            "repair": (repair?.rawValue).json, "again": isAgain.json, "window": window.json,
            "timeNs": time.json, "offer": offer?.json ?? .null,
        ]
    }
}

extension TCPOffer {
    fileprivate var json: JSONValue {
        [
            "segmentSize": segmentSize.json, "windowShift": windowShift.json,
            "selective": allowsSelective.json, "timestamps": hasTimestamps.json,
        ]
    }
}
