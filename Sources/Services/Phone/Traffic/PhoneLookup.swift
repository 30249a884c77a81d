import Inspection
import JSON
import Wire

/// A name that a phone has looked up.
struct PhoneLookup: Hashable, Sendable {
    /// What the inspection calls it.
    let place: Int
    /// Number among all look-ups.
    var number = 0
    /// The phone's name; its address if it is not known.
    var phone: String
    var seen: CaptureLookup

    /// What came back, in words; nil while nothing has.
    var answer: String? {
        guard seen.answered != nil, let code = seen.code else { return nil }
        switch code {
        case .noError:
            return seen.addresses.isEmpty
                ? "no address" : seen.addresses.map(\.description).joined(separator: ", ")
        case .noSuchName: return "no such name"
        case .refused: return "refused"
        default: return "error \(code.rawValue)"
        }
    }

    /// `epoch` is the moment from which its start counts, in nanoseconds since 1970.
    func json(since epoch: Int64) -> JSONValue {
        [
            "number": number.json, "phone": phone.json, "name": seen.name.json,
            "type": seen.type.description.json, "server": seen.server.description.json,
            "answer": answer.json, "startNs": ((seen.asked ?? seen.answered ?? epoch) - epoch).json,
            "durationNs": seen.duration.json, "askedAgain": (seen.repeated != nil).json,
        ]
    }
}
