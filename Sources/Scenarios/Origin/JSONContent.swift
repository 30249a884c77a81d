/// A JSON text as a tree; members keep their order.
package indirect enum JSONContent: Hashable, Sendable {
    /// `null`, `true`, `false` or a number, in its original spelling.
    case literal(String)
    case string(String)
    case array([JSONContent])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONContent

        package init(name: String, value: JSONContent) {
            self.name = name
            self.value = value
        }
    }

    /// JSON text that is valid in a scenario's YAML, too, with a space behind each comma and colon.
    package var text: String {
        switch self {
        case .literal(let text): text
        case .string(let text): Self.quoted(text)
        case .array(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.name)): \($0.value.text)" }.joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where isUnseen(scalar):
                let code = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// True if the scalar must be escaped. JSON and YAML share only escapes of four digits.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value <= 0xFFFF else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: return true
        default: return false
        }
    }
}
