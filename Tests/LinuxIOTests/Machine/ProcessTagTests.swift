import LinuxIO
import TestSupport
import Testing

@Suite struct `A process's tag` {
    @Test func `round-trips and reports a live process`() throws {
        let own = ProcessTag.own
        #expect(try #require(ProcessTag(own.text[...])) == own)
        #expect(!own.hasEnded)
        #expect(own.text.allSatisfy { $0.isHexDigit || $0 == "." })
    }

    @Test func `reports an ended process only on this machine`() throws {
        let ended = try Program("/bin/sh", ["-c", "echo $$"]).run().output.filter(\.isNumber)
        let place = ProcessTag.own.text.split(separator: ".").dropLast().joined(separator: ".")
        #expect(try #require(ProcessTag("\(place).\(ended)")).hasEnded)
        #expect(try #require(ProcessTag("0\(place).\(ended)")).hasEnded == false)
        #expect(try #require(ProcessTag(".\(ended)")).hasEnded == false)
    }

    @Test(arguments: ["", "1", "b.", "b.0", "b.-1", "b.one", "b.99999999999"])
    func `does not parse from other text`(_ text: String) {
        #expect(ProcessTag(text[...]) == nil)
    }
}
