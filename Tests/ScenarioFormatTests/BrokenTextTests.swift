import ScenarioFormat
import Testing

/// Texts that are not valid YAML for a scenario.
@Suite struct BrokenTextTests {
    private static let deep = String(repeating: "[", count: 40)

    static let table: [BrokenScenario] = [
        BrokenScenario("nothing", "", at: nil, "the file is empty"),
        BrokenScenario("white space", " \n\n  \n", at: nil, "the file is empty"),
        BrokenScenario("a comment only", "# netlab: 1\n", at: nil, "only comments"),
        BrokenScenario("a marker only", "---\n", at: nil, "no content"),
        BrokenScenario(
            "a list",
            "- netlab: 1\n",
            at: "1:1",
            "takes a mapping (netlab, name, ...), not a list"
        ),
        BrokenScenario(
            "a word",
            "netlab\n",
            at: "1:1",
            "takes a mapping (netlab, name, ...), not a single value"
        ),
        BrokenScenario(
            "10 MB of YAML",
            bytes: Array(repeating: UInt8(ascii: "#"), count: 10_000_000),
            at: nil,
            "10000000 bytes are too many: a scenario has at most 1 MiB"
        ),
        BrokenScenario("deep lists", "netlab: " + deep, at: "1:40", "nested more than 32 deep"),
        BrokenScenario(
            "deep mappings",
            (0..<40).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
            at: "32:32",
            "nested more than 32 deep"
        ),
        BrokenScenario(
            "very many values",
            "netlab: [" + String(repeating: "1,", count: 60_000) + "]",
            at: "1:100004",
            "more than 50000 values"
        ),
        BrokenScenario(
            "not UTF-8",
            bytes: Array("netlab: 1\nname: ä".utf8) + [0xE9, 0x0A],
            at: "2:8",
            "this byte is not UTF-8"
        ),
        BrokenScenario("UTF-16", bytes: [0xFF, 0xFE, 0x6E, 0x00], at: nil, "UTF-16"),
        BrokenScenario("a NUL", bytes: Array("netlab: 1\n".utf8) + [0], at: "2:1", "U+0000 is not allowed"),
        BrokenScenario("an escape", "name: \u{1B}[31m", at: "1:7", "U+001B is not allowed"),
        BrokenScenario("a tab before a key", "netlab: 1\nlink:\n\tprofile: dsl\n", at: "3:1", "use spaces"),
        BrokenScenario("a tab after spaces", "link:\n  down:\n  \trate: 1\n", at: "3:3", "use spaces"),
        BrokenScenario("a tab before an item", "steps:\n\t- fetch: all\n", at: "2:1", "use spaces"),
        BrokenScenario("a tab before a value", "name:\n\tdsl\n", at: "2:1", "use spaces"),
        BrokenScenario("an anchor", "netlab: &v 1\n", at: "1:9", "`&v` is an anchor"),
        BrokenScenario("an alias", "netlab: *v\n", at: "1:9", "`*v` is an alias"),
        BrokenScenario("a tag", "netlab: !!int 1\n", at: "1:9", "is a tag"),
        BrokenScenario("a merge key", "netlab: 1\n<<: *base\n", at: "2:5", "is an alias"),
        BrokenScenario(
            "a pattern without quotes",
            "fetch: [*.jpg]\n",
            at: "1:9",
            "must be quoted: \"*.jpg\""
        ),
        BrokenScenario("a percent sign first", "loss: %1\n", at: "1:7", "must be quoted: \"%1\""),
        BrokenScenario("an at sign first", "name: @a\n", at: "1:7", "must be quoted: \"@a\""),
        BrokenScenario(
            "an open list",
            "fetch: [a, b\nname: x\n",
            at: "2:5",
            "the list that begins on line 1"
        ),
        BrokenScenario(
            "an open mapping",
            "link: { rate: 1\n",
            at: "2:1",
            "the mapping that begins on line 1"
        ),
        BrokenScenario("an open quotation", "name: \"dsl\n", at: "1:7", "never closed"),
        BrokenScenario("a key without a colon", "netlab: 1\nname\nseed: 1\n", at: "3:1", "needs a colon"),
        BrokenScenario("two colons", "name: a: b\n", at: "1:8", "a colon is not expected here"),
        BrokenScenario(
            "indentation that fits nothing",
            "a:\n    b: 1\n  c: 2\n",
            at: "3:3",
            "does not match any line above it"
        ),
        BrokenScenario("two documents", "netlab: 1\n---\nnetlab: 1\n", at: "2:1", "a second document"),
        BrokenScenario("a list as a key", "? [a]\n: b\n", at: "1:3", "a key is a word, not a list"),
        BrokenScenario(
            "a file in brackets",
            "expect: [ cold[a.jpg].duration < 1 s ]\n",
            at: "1:15",
            "is not quoted"
        ),
    ]

    @Test(arguments: table)
    func `reports a text that is no scenario with the position`(_ broken: BrokenScenario) throws {
        let error = #expect(throws: ScenarioError.self) {
            _ = try ScenarioLoader.load(text: broken.text, file: "x.yaml")
        }
        let found = error?.diagnostics.first { $0.message.contains(broken.message) }
        #expect(found != nil, "\(error?.description.prefix(500) ?? "")")
        #expect(
            found?.line.map { "\($0):\(found?.column ?? 0)" } == broken.place,
            "\(error?.description ?? "")"
        )
    }

    @Test func `a byte-order mark is not part of the first key`() throws {
        let text = "\u{FEFF}" + BrokenScenario.scenario()
        #expect(throws: Never.self) { try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml") }
    }

    @Test func `replacing any byte with a hostile one loads or reports an error, and never crashes`() throws {
        let text = Array(BrokenScenario.scenario(rest: "expect: [ cold.makespan < 8 s ]").utf8)
        for index in text.indices {
            for byte in [0x00, 0x09, 0x0A, 0x22, 0x26, 0x2A, 0x3A, 0x5B, 0x7B, 0xFF] as [UInt8] {
                var changed = text
                changed[index] = byte
                do {
                    _ = try ScenarioLoader.load(text: changed, file: "x.yaml")
                } catch {
                    #expect(!error.description.isEmpty)
                }
            }
        }
    }

    @Test func `limits the errors reported for a file`() throws {
        let text = (0..<20_000).map { "key\($0): 1\n" }.joined()
        let error = #expect(throws: ScenarioError.self) {
            _ = try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml")
        }
        #expect(error?.diagnostics.count == 100)
        #expect(error?.description.hasSuffix("more") == true)
    }
}
