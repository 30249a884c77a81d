import LinuxIO
import TestSupport
import Testing

/// Everything that the product can say in words stands in `.build/sentences.txt` after these tests, to be read in a row.
@Suite struct ProductSentencesTests {
    private struct Sentence {
        let place: String
        let text: String
    }

    private static let root = String(
        #filePath.dropLast("/Tests/CommandsTests/Words/ProductSentencesTests.swift".count)
    )

    /// Forms that a native engineer would not use, each with a better one.
    private static let stilted: [(form: String, better: String)] = [
        ("none of", "no"), ("none such", "no such …"), ("tells", "says, shows"), ("told", "said"),
        ("that of", "name it again"), ("those of", "name them again"), ("thereof", "of it"),
        ("whilst", "while"),
        ("in order that", "so that"), ("is to be had", "is available"), ("was to be had", "was available"),
        ("it is of", "it belongs to"), ("at once were", "… at a time"), ("hardly a", "almost no"),
    ]

    private static func files(in folder: String) throws -> [String] {
        try Folder.names(in: folder).flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            if Folder.exists(path) { return try files(in: path) }
            return name.hasSuffix(".swift") ? [path] : []
        }
    }

    /// Literals of at least four words: shorter ones are names and parts of tables.
    private static func sentences() throws -> [Sentence] {
        var sentences: [Sentence] = []
        for path in try files(in: "\(root)/Sources") {
            let source = try WholeFile.read(path, limit: 1 << 20)
            for literal in SourceLiterals.all(in: source) {
                let words = literal.text.split(whereSeparator: \.isWhitespace)
                guard words.count >= 4, words.count(where: isPlain) >= 3 else { continue }
                let place = "\(path.dropFirst(root.count + 1)):\(literal.line)"
                sentences.append(Sentence(place: place, text: words.joined(separator: " ")))
            }
        }
        return sentences
    }

    private static func isPlain(_ word: Substring) -> Bool {
        word.count > 1 && word.allSatisfy { $0.isLetter || ",.:;'".contains($0) }
    }

    @Test func `no sentence has a form that nobody would say`() throws {
        let sentences = try Self.sentences()
        let lines = sentences.map { "\($0.place): \($0.text)" }.joined(separator: "\n")
        if Folder.exists("\(Self.root)/.build") {
            try WholeFile.write("\(Self.root)/.build/sentences.txt", Array(lines.utf8))
        }
        #expect(sentences.count > 1_000)
        for sentence in sentences {
            let text = " \(sentence.text.lowercased()) "
            for (form, better) in Self.stilted where text.contains(" \(form) ") {
                Issue.record("\(sentence.place): \"\(form)\" (\(better)): \(sentence.text)")
            }
        }
    }

    @Test(
        arguments: [
            (#"say("a b")"#, ["a b"]), (#"say("a \(x) b")"#, ["a … b"]),
            (#"say("a \(say("in \(y) side")) b")"#, ["in … side", "a … b"]), (#"// "no""#, []),
            (##"/* "no" /* */ "no" */ "yes""##, ["yes"]),
            (##"#"raw \(x) "quoted""#"##, [#"raw \(x) "quoted""#]),
            (#""an \"escape\"""#, [#"an "escape""#]), (#""two\nlines""#, ["two lines"]),
            ("\"\"\"\n  several\n  \"lines\"\n  \"\"\"", ["\n  several\n  \"lines\"\n  "]), ("#if x", []),
            (#"f(a: (1 + 2)); "x""#, ["x"]),
        ] as [(String, [String])]
    )
    func `literals are found in code, and not in comments`(_ source: String, _ texts: [String]) {
        #expect(SourceLiterals.all(in: Array(source.utf8)).map(\.text) == texts)
    }

    @Test func `a literal has its line`() {
        let literals = SourceLiterals.all(in: Array("\n\n\"a\"\n\"\"\"\nb\n\"\"\"\n\"c\"".utf8))
        #expect(literals.map(\.line) == [3, 4, 7])
    }
}
