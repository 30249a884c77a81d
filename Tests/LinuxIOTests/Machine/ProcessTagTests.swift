import LinuxIO
import TestSupport
import Testing

@Suite struct `A process's tag` {
    @Test func `is read back, and tells who lives`() throws {
        let own = ProcessTag.own
        #expect(try #require(ProcessTag(own.text[...])) == own)
        #expect(!own.hasEnded)
        #expect(own.text.allSatisfy { $0.isHexDigit || $0 == "." })
    }

    @Test func `tells who has ended, on this machine alone`() throws {
        let ended = try Program("/bin/sh", ["-c", "echo $$"]).run().output.filter(\.isNumber)
        let place = ProcessTag.own.text.split(separator: ".").dropLast().joined(separator: ".")
        #expect(try #require(ProcessTag("\(place).\(ended)")).hasEnded)
        #expect(try #require(ProcessTag("0\(place).\(ended)")).hasEnded == false)
        #expect(try #require(ProcessTag(".\(ended)")).hasEnded == false)
    }

    @Test(arguments: ["", "1", "b.", "b.0", "b.-1", "b.one", "b.99999999999"])
    func `is no other text`(_ text: String) {
        #expect(ProcessTag(text[...]) == nil)
    }
}
