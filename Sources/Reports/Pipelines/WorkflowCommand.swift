/// An annotation as a line of a workflow's log: `::error file=a.yaml,line=7,title=…::message`.
struct WorkflowCommand: Hashable {
    enum Level: String {
        case error, warning
    }

    var level: Level
    var file: String?
    var line: Int?
    var title: String
    var message: String

    init(_ level: Level, file: String?, line: Int? = nil, title: String, message: String) {
        self.level = level
        self.file = file
        self.line = line
        self.title = title
        self.message = message
    }

    /// The command on one line, whatever its texts are.
    var text: String {
        var properties: [String] = []
        if let file {
            properties.append("file=\(Self.escaped(file, Self.inProperty))")
            if let line { properties.append("line=\(line)") }
        }
        properties.append("title=\(Self.escaped(title, Self.inProperty))")
        return
            "::\(level.rawValue) \(properties.joined(separator: ","))::\(Self.escaped(message, Self.inMessage))"
    }

    private static let inMessage: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
    private static let inProperty = inMessage.merging([":": "%3A", ",": "%2C"]) { first, _ in first }

    /// Other control characters become dots.
    private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if let escape = escapes[scalar] {
                escaped += escape
            } else {
                escaped += String(scalar).printable
            }
        }
        return escaped
    }
}
