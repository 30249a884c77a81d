import JSON
import Phones

/// What another command wants of a `netlab phone` that runs.
enum PhoneOrder: Hashable, Sendable {
    /// Another line from now on.
    case line(PhoneLine)
    /// How long pings of this phone take.
    case check(PhoneName)

    var json: JSONValue {
        switch self {
        case .line(let line): ["line": .array(line.words.map { .string($0) })]
        case .check(let name): ["check": .string(name.text)]
        }
    }

    /// nil if nothing is ordered that can be done.
    init?(_ document: JSONValue) {
        if case .array(let words)? = document["line"],
            let line = try? PhoneLine(words: words.compactMap(\.text))
        {
            self = .line(line)
        } else if let text = document["check"]?.text, let name = try? PhoneName(text) {
            self = .check(name)
        } else {
            return nil
        }
    }
}
