import JSON
import Testing

@testable import Archives

@Suite struct ArchiveIntakeTests {
    private static func entry(_ url: String, _ more: String = "") -> String {
        #"{"startedDateTime":"2026-03-01T09:30:00.000Z","time":30,"request":{"method":"GET","url":"\#(url)","#
            + #""headers":[]},"response":{"status":200,"bodySize":9,"content":{"size":9,"mimeType":"a/b"}},"#
            + #""timings":{"send":1,"wait":20,"receive":9}\#(more)}"#
    }

    private static func log(_ entries: String, before: String = "", after: String = "") -> String {
        #"{\#(before)"log":{"version":"1.2","creator":{"name":"Tool","version":"7"},"entries":[\#(entries)]\#(after)}}"#
    }

    private func survey(_ text: String, piece: Int = .max, most: Int = 1 << 20) throws -> ArchiveSurvey {
        var intake = ArchiveIntake(mostEntryBytes: most)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            intake.receive(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        return try intake.finish()
    }

    @Test(arguments: [1, 2, 7, 64, 100_000])
    func `finds entries for any chunk size`(_ piece: Int) throws {
        let hostile = Self.entry(#"https://a.test/]}\"\\,{["#, #","comment":"\"entries\":[{","x":[[{}],"]"]"#)
        let text = Self.log("\(hostile) , \n\(Self.entry("https://a.test/2"))")
        let survey = try survey(text, piece: piece)
        #expect(survey.exchanges.map(\.url) == [#"https://a.test/]}"\,{["#, "https://a.test/2"])
        #expect(survey.tools == ["Tool 7"] && survey.findings.isEmpty)
        #expect(survey.exchanges.map(\.number) == [1, 2])
    }

    @Test func `reads only the entries of the log`() throws {
        let other = #""entries":[1,2],"other":{"entries":[{"request":{"url":"x"}}]},"#
        let text = Self.log(
            Self.entry("u:1"),
            before: other,
            after: #","pages":[{"entries":[{}]}],"z":{"log":{"entries":[{}]}}"#
        )
        #expect(try survey(text).exchanges.map(\.url) == ["u:1"])
    }

    @Test func `allows a byte-order mark and surrounding space`() throws {
        #expect(try survey("\u{FEFF} \n" + Self.log(Self.entry("u:1")) + "\n\n").exchanges.count == 1)
        #expect(try survey(Self.log("")).exchanges.isEmpty)
    }

    @Test(arguments: [
        ("", ArchiveError.empty), (" \n", .empty), ("[1]", .foreign), ("hello", .foreign), ("]", .foreign),
        ("{}", .noEntries),
        (#"{"log":{"entries":{}}}"#, .noEntries), (#"{"log":{"entries":[{"a":1"#, .cutOff),
        (#"{"log":"#, .cutOff),
    ])
    func `distinguishes inputs that are no archive`(_ text: String, _ error: ArchiveError) {
        #expect(throws: error) { try survey(text) }
        #expect(error.description.hasPrefix("error: "))
    }

    @Test func `a truncated file keeps its complete entries`() throws {
        let first = Self.entry("u:1")
        let text = Self.log("\(first),\(Self.entry("u:2"))")
        let whole = text.utf8.count
        let start = Self.log("").utf8.count - 3 + first.utf8.count
        for length in start..<whole {
            let cut = String(decoding: Array(text.utf8).prefix(length), as: UTF8.self)
            let survey = try survey(cut)
            let entries = survey.exchanges.count
            #expect(entries == 1 || entries == 2)
            #expect(survey.findings.first == .cutOff(entries: entries), "\(length)")
        }
    }

    @Test func `skips damaged, foreign and too large entries by number`() throws {
        let text = Self.log(
            [
                Self.entry("u:1"), #"{"a":tru}"#, "7", #""x,y""#, "[1,[2]]", "null", Self.entry("u:7"),
                Self.entry("u:8", #","text":"\#(String(repeating: "y", count: 900))""#),
            ].joined(separator: ",")
        )
        let survey = try survey(text, most: 700)
        #expect(survey.exchanges.map(\.number) == [1, 7])
        let damage = survey.findings.prefix(6)
        #expect(damage.first == .damagedEntry(2, why: "a value is wanted here"))
        #expect(
            Array(damage.dropFirst()) == [
                .strayEntry(3), .strayEntry(4), .strayEntry(5), .strayEntry(6),
                .largeEntry(8, mostBytes: 700),
            ]
        )
    }

    @Test func `much damage is counted, not listed`() throws {
        let survey = try survey(Self.log(Array(repeating: "1", count: 25).joined(separator: ",")))
        #expect(survey.findings.count == 11 && survey.findings.last == .moreDamage(entries: 15))
    }
}
