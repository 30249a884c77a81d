import ScenarioFormat
import Testing

@Suite struct DiagnosticTests {
    private static func told(_ text: String, file: String = "x.yaml") -> String {
        do {
            _ = try ScenarioLoader.load(text: Array(text.utf8), file: file)
            return "loaded"
        } catch {
            return error.description
        }
    }

    @Test func `an error shows its line, a caret and the nearest spelling`() {
        let text = BrokenScenario.scenario(link: "link: { profile: dls }")
        #expect(
            Self.told(text, file: "scenarios/x.yaml") == """
                scenarios/x.yaml:2:18: error: unknown profile `dls`, did you mean `dsl`?
                link: { profile: dls }
                                 ^
                """
        )
    }

    @Test func `an error without a line names only the file`() {
        #expect(Self.told("") == "x.yaml: error: the file is empty: a scenario begins with `netlab: 1`")
    }

    @Test func `tabs before the position are kept before the caret`() {
        let diagnostic = ScenarioDiagnostic(file: "x", line: 1, column: 4, message: "m", sourceLine: "a\tb c")
        #expect(diagnostic.description == "x:1:4: error: m\na\tb c\n \t ^")
    }

    @Test func `the caret accounts for wide and combining characters`() {
        let diagnostic = ScenarioDiagnostic(file: "x", line: 1, column: 5, message: "m", sourceLine: "한국: 1")
        #expect(diagnostic.description == "x:1:5: error: m\n한국: 1\n      ^")
        let marked = ScenarioDiagnostic(
            file: "x",
            line: 1,
            column: 4,
            message: "m",
            sourceLine: "e\u{301}: 1"
        )
        #expect(marked.description.hasSuffix("\n  ^"))
    }

    @Test func `keys of other programs get a hint`() {
        let step = Self.told(BrokenScenario.scenario(rest: "").replacing("fetch:", with: "download:"))
        #expect(step.contains("unknown key `download` in `step`: write `fetch`"), "\(step)")
        let client = Self.told("netlab: 1\nclient: { ttl: 5 min }\n")
        #expect(client.contains("unknown key `ttl` in `client`: write `cacheControl:"), "\(client)")
        let quotes = Self.told("netlab: 1\norigin: { files: { “a.jpg”: { image: jpeg, size: 9 kB } } }\n")
        #expect(quotes.contains("typographic"), "\(quotes)")
    }

    @Test func `a step fetches a range of files by the origin's names`() throws {
        func told(_ range: String) -> String {
            Self.told(
                """
                netlab: 1
                link: { profile: dsl }
                origin: { files: { "a-{01..12}.jpg": { image: jpeg, size: 9 kB } } }
                steps: [ { name: cold, fetch: ["\(range)"] } ]
                """
            )
        }
        #expect(told("a-{02..12}.jpg") == "loaded")
        #expect(told("a-{02..13}.jpg").contains("no file `a-13.jpg` in `origin.files`"))
    }

    @Test func `columns count characters, not bytes`() {
        let text = BrokenScenario.scenario(rest: "about: { ü: 1 }")
        #expect(Self.told(text).hasPrefix("x.yaml:13:8: error: `about` takes a single value"))
        let key = BrokenScenario.scenario(link: "link: { \"größe\": 1, profle: dsl, rtt: 1 ms }")
        #expect(Self.told(key).contains("x.yaml:2:21: error: unknown key `profle`"))
    }

    @Test func `a very long line is cut to the surroundings of the position`() throws {
        let line = String(repeating: "x", count: 5000) + "!" + String(repeating: "y", count: 5000)
        let diagnostic = ScenarioDiagnostic(file: "x", line: 1, column: 5001, message: "m", sourceLine: line)
        let shown = diagnostic.description.split(separator: "\n")
        let column = try #require(shown[1].firstIndex(of: "!"))
        #expect(shown[1].count < 200)
        #expect(shown[1].distance(from: shown[1].startIndex, to: column) == shown[2].count - 1)
    }

    @Test func `control characters of a file never reach the terminal`() {
        let text = BrokenScenario.scenario(rest: "\"a\\e[2Jb\": 1")
        let told = Self.told(text)
        #expect(told.contains("unknown key"))
        #expect(!told.contains("\u{1B}"))
    }

    @Test func `accepts any line ending`() {
        for end in ["\n", "\r\n", "\r"] {
            let text = BrokenScenario.scenario(rest: "linc: 1").split(separator: "\n").joined(separator: end)
            let told = Self.told(text)
            #expect(told.hasPrefix("x.yaml:13:1: error: unknown key `linc`"))
            #expect(told.hasSuffix("linc: 1\n^"))
        }
    }
}
