/// Reads a discipline's options word by word.
struct WordReader {
    private var rest: ArraySlice<ShellWord>
    /// The word taken last; initially the discipline's name.
    private(set) var last: ShellWord

    init(_ record: QueueingRecord) {
        rest = record.options[...]
        last = record.kind
    }

    var peek: ShellWord? { rest.first }

    mutating func next() -> ShellWord? {
        guard let word = rest.popFirst() else { return nil }
        last = word
        return word
    }

    /// The required value of the option taken last.
    mutating func value() throws(ImportError) -> ShellWord {
        let option = last
        guard let word = next() else { throw option.error("`\(option.text)` needs a value") }
        return word
    }

    /// The next word if it begins like a number: optional values have no names.
    mutating func number() -> ShellWord? {
        guard let text = peek?.text, let first = text.first, ("0"..."9").contains(first) || first == "-",
            // The names of parameters that tc prints.
            text != "1-h", text != "1-k"
        else { return nil }
        return next()
    }

    /// Takes the next word if it is `text`.
    mutating func take(_ text: String) -> Bool {
        guard peek?.text == text else { return false }
        _ = next()
        return true
    }
}
