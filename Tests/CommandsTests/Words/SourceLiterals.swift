/// The string literals of Swift source, each with its line, and with `…` where a value goes.
struct SourceLiterals {
    struct Literal: Hashable {
        let line: Int
        let text: String
    }

    private let source: [UInt8]
    private var place = 0
    private var line = 1
    private var found: [Literal] = []

    static func all(in source: [UInt8]) -> [Literal] {
        var reader = SourceLiterals(source: source)
        reader.readCode(untilParenthesis: false)
        return reader.found
    }

    private init(source: [UInt8]) {
        self.source = source
    }

    private mutating func step(_ count: Int = 1) {
        for _ in 0..<count where place < source.count {
            if source[place] == UInt8(ascii: "\n") { line += 1 }
            place += 1
        }
    }

    private func isAt(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place + count <= source.count else { return false }
        return (0..<count).allSatisfy { source[place + $0] == text.utf8Start[$0] }
    }

    /// Up to the end, or within a literal up to the parenthesis that closes what was opened before.
    private mutating func readCode(untilParenthesis: Bool) {
        var depth = 1
        while place < source.count {
            if isAt("//") {
                while place < source.count, source[place] != UInt8(ascii: "\n") { step() }
            } else if isAt("/*") {
                skipComment()
            } else if let hashes = openingHashes {
                readLiteral(hashes: hashes)
            } else {
                if isAt("(") { depth += 1 }
                if isAt(")") { depth -= 1 }
                step()
                if untilParenthesis, depth == 0 { return }
            }
        }
    }

    /// Comments can hold others.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if isAt("/*") {
                depth += 1
                step(2)
            } else if isAt("*/") {
                depth -= 1
                step(2)
            } else {
                step()
            }
        } while depth > 0 && place < source.count
    }

    /// How many `#` precede the quotation mark of a literal that begins here; nil if none does.
    private var openingHashes: Int? {
        let hashes = source[place...].prefix { $0 == UInt8(ascii: "#") }.count
        guard place + hashes < source.count, source[place + hashes] == UInt8(ascii: "\"") else { return nil }
        return hashes
    }

    private mutating func readLiteral(hashes: Int) {
        let begin = line
        step(hashes)
        let marks = isAt("\"\"\"") ? 3 : 1
        step(marks)
        var text: [UInt8] = []
        while place < source.count, !closes(marks: marks, hashes: hashes) {
            guard escapes(hashes: hashes) else {
                text.append(source[place])
                step()
                continue
            }
            step(1 + hashes)
            let isValue = isAt("(")
            text +=
                isValue
                ? Array("…".utf8) : isAt("n") ? [UInt8(ascii: " ")] : Array(source[place...].prefix(1))
            step()
            if isValue { readCode(untilParenthesis: true) }
        }
        step(marks + hashes)
        found.append(Literal(line: begin, text: String(decoding: text, as: UTF8.self)))
    }

    private func closes(marks: Int, hashes: Int) -> Bool {
        let end = source[place...].prefix(marks + hashes)
        return end.count == marks + hashes && end.prefix(marks).allSatisfy { $0 == UInt8(ascii: "\"") }
            && end.dropFirst(marks).allSatisfy { $0 == UInt8(ascii: "#") }
    }

    private func escapes(hashes: Int) -> Bool {
        guard isAt("\\") else { return false }
        let after = source[(place + 1)...].prefix(hashes)
        return after.count == hashes && after.allSatisfy { $0 == UInt8(ascii: "#") }
    }
}
