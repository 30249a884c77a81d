import JSON
import Phones

/// What another command wants of a `netlab phone` that runs.
enum PhoneOrder: Hashable, Sendable {
    /// Another line from now on.
    case throttle(PhoneThrottle)
    /// How long pings of this phone take.
    case check(PhoneName)
    /// Which phones there are, and their lines.
    case phones

    private static let everything: JSONValue = "all"

    var json: JSONValue {
        switch self {
        case .throttle(let throttle):
            [
                "line": (throttle.line?.words).json, "phone": (throttle.phone?.text).json,
            ]
        case .check(let name): ["check": .string(name.text)]
        case .phones: ["tell": Self.everything]
        }
    }

    /// nil if nothing is ordered that can be done.
    init?(_ document: JSONValue) {
        if let text = document["check"]?.text {
            guard let name = try? PhoneName(text) else { return nil }
            self = .check(name)
        } else if document["tell"] == Self.everything {
            self = .phones
        } else if let throttle = Self.throttle(document) {
            self = .throttle(throttle)
        } else {
            return nil
        }
    }

    private static func throttle(_ document: JSONValue) -> PhoneThrottle? {
        var phone: PhoneName?
        if let text = document["phone"]?.text {
            guard let name = try? PhoneName(text) else { return nil }
            phone = name
        }
        switch document["line"] {
        case .array(let words)?:
            guard let line = try? PhoneLine(words: words.compactMap(\.text)) else { return nil }
            return PhoneThrottle(line, of: phone)
        // Only one phone can be given back to the shared line.
        case .null?: return phone.map { PhoneThrottle(nil, of: $0) }
        default: return nil
        }
    }
}
