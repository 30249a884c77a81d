import Inspection
import JSON
import Reports
import Runs

extension PhoneFlow {
    /// `epoch` is the moment from which its start counts, in nanoseconds since 1970.
    func json(since epoch: Int64) -> JSONValue {
        let ledger = causes.ledger
        let causes = (ledger?.largest ?? []).map {
            JSONValue.Member(key: $0.cause.rawValue, value: $0.time.json)
        }
        let sentence = TimeSentence(sum: ledger, of: self.causes.exchanges, isOfCapture: true).text
        return [
            "number": number.json, "phone": phone.json, "host": host.json,
            "nameFrom": nameSource.rawValue.json, "client": client.description.json,
            "server": server.description.json, "app": app.json, "protocol": protocolName.json,
            "startNs": (first - epoch).json,
            "durationNs": (last - first).json, "bytesDown": bytesDown.json, "bytesUp": bytesUp.json,
            "lostDown": lostDown.json, "lostUp": lostUp.json, "state": state.rawValue.json,
            "roundTripNs": roundTrip.json, "exchanges": self.causes.exchanges.json, "why": sentence.json,
            "causes": .object(causes),
        ]
    }
}
