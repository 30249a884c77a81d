/// A shell text split into commands and words: quotes, comments, continued lines, redirections and
/// here-documents, as scripts that call tc or mahimahi use them. Nothing is expanded.
struct ShellText {
    private(set) var commands: [ShellCommand] = []

    private let scalars: [Unicode.Scalar]
    private var offset = 0
    private var line = 1
    private var lineStart = 0
    private var command = ShellCommand()
    /// The word being read; nil between words.
    private var word: ShellWord?
    /// The redirection to which the next word belongs.
    private var redirection: String?
    /// Delimiters of here-documents whose text begins on the next line.
    private var delimiter: String?

    init(_ text: String) throws(ImportError) {
        scalars = Array(text.unicodeScalars)
        while offset < scalars.count { try step() }
        endCommand()
    }

    private var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    private mutating func advance() {
        if next == "\n" {
            line += 1
            lineStart = offset + 1
        }
        offset += 1
    }

    private mutating func step() throws(ImportError) {
        guard let scalar = next else { return }
        switch scalar {
        case "\n":
            endWord()
            advance()
            if let delimiter { readDocument(until: delimiter) }
            endCommand()
        case " ", "\t", "\r":
            endWord()
            advance()
        case ";", "&", "|", "(", ")":
            endCommand()
            advance()
        case "<", ">": redirect()
        case "#" where word == nil: while next != nil, next != "\n" { advance() }
        case "\\":
            advance()
            if next == "\n" {
                advance()
            } else if let escaped = next {
                append(escaped)
            }
        case "'", "\"": try quoted(scalar)
        default: append(scalar)
        }
    }

    private mutating func begin() {
        if word == nil { word = ShellWord(text: "", line: line, column: offset - lineStart + 1) }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        begin()
        word?.text.unicodeScalars.append(scalar)
        advance()
    }

    private mutating func quoted(_ quote: Unicode.Scalar) throws(ImportError) {
        begin()
        let start = ShellWord(text: "", line: line, column: offset - lineStart + 1)
        advance()
        while let scalar = next, scalar != quote {
            if scalar == "\\", quote == "\"", offset + 1 < scalars.count {
                advance()
                if next == "\n" {
                    advance()
                    continue
                }
            }
            if let scalar = next { append(scalar) }
        }
        guard next != nil else { throw start.error("this quote does not end") }
        advance()
    }

    private mutating func redirect() {
        // A number directly before it is a descriptor, not a word.
        if let text = word?.text, !text.isEmpty, text.allSatisfy(\.isNumber) { word = nil }
        endWord()
        var mark = ""
        while let scalar = next,
            scalar == "<" || scalar == ">" || scalar == "&" || (scalar == "-" && mark == "<<")
        {
            mark.unicodeScalars.append(scalar)
            advance()
        }
        redirection = mark
    }

    private mutating func endWord() {
        guard let ended = word else { return }
        word = nil
        switch redirection {
        case nil: command.words.append(ended)
        case ">", ">>": command.output = ended.text
        case "<<", "<<-": delimiter = ended.text
        default: break
        }
        redirection = nil
    }

    private mutating func endCommand() {
        endWord()
        redirection = nil
        if !command.words.isEmpty || command.document != nil { commands.append(command) }
        command = ShellCommand()
    }

    private mutating func readDocument(until delimiter: String) {
        self.delimiter = nil
        command.documentLine = line
        var document: [String] = []
        while offset < scalars.count {
            var text = String.UnicodeScalarView()
            while let scalar = next, scalar != "\n" {
                text.append(scalar)
                advance()
            }
            advance()
            if String(text) == delimiter { break }
            document.append(String(text))
        }
        command.document = document
    }
}
