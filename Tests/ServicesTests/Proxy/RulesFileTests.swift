import Foundation
import JSON
import Programs
import TestSupport
import Testing

@testable import Services

@Suite(.timeLimit(.minutes(1)))
struct RulesFileTests {
    private static func write(_ text: String, _ folder: ScratchFolder) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.file("r.yaml")))
    }

    @Test func `a changed file takes effect; an invalid one is reported once, and the old rules stay`()
        throws
    {
        let folder = try ScratchFolder()
        try Self.write("rules: []", folder)
        let rules = try RulesFile(folder.file("r.yaml"))
        #expect(try rules.count == 0 && !rules.refresh())
        try Self.write("rules:\n  - block: 403", folder)
        #expect(try rules.refresh() && rules.count == 1)
        try Self.write("rules:\n  - blok: 403", folder)
        let failure = #expect(throws: CommandFailure.self) { try rules.refresh() }
        #expect(failure?.status == .invalidFile)
        #expect(failure?.message.contains("r.yaml:2:5: error: unknown key `blok`") == true)
        #expect(try rules.count == 1 && !rules.refresh())
        try FileManager.default.removeItem(atPath: folder.file("r.yaml"))
        #expect(try !rules.refresh() && rules.count == 1)
    }

    @Test func `the status shows the rules as written, and the error of an invalid newer version`() throws {
        let folder = try ScratchFolder()
        let long = String(repeating: "x", count: 500)
        try Self.write("rules:\n  - match: http://a.test/*\n    block: 403\n  - mapLocal: \(long)", folder)
        let rules = try RulesFile(folder.file("r.yaml"))
        #expect(rules.status["file"]?.text == folder.file("r.yaml") && rules.status["count"]?.int == 2)
        let words = rules.status["words"]?.elements.compactMap(\.text) ?? []
        #expect(words.first == "match: http://a.test/*, block: 403")
        #expect(words.last?.hasPrefix("mapLocal: xxx") == true && words.last?.count == 401)
        #expect(rules.status["problem"] == .null)
        try Self.write("rules:\n  - blok: 403", folder)
        #expect(throws: CommandFailure.self) { try rules.refresh() }
        #expect(rules.status["problem"]?.text?.contains("unknown key `blok`") == true)
        #expect(rules.status["count"]?.int == 2)
        try Self.write("rules:\n" + String(repeating: "  - block: 403\n", count: 201), folder)
        #expect(try rules.refresh() && rules.status["problem"] == .null)
        #expect(rules.status["count"]?.int == 201 && rules.status["words"]?.elements.count == 200)
    }

    @Test func `reports a missing file`() {
        let failure = #expect(throws: CommandFailure.self) { _ = try RulesFile("/none/r.yaml") }
        #expect(failure?.message.contains("/none/r.yaml") == true)
    }
}
