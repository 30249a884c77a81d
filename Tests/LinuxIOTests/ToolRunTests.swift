import LinuxIO
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ToolRunTests {
    @Test func `a program that is nowhere is none`() {
        #expect(ToolRun(named: "netlab-no-such-program") == nil)
    }

    @Test func `a program that does as told says nothing`() throws {
        let shell = try #require(ToolRun(named: "sh"))
        try shell.run(["-c", "echo this is dropped"])
    }

    @Test func `one that does not is quoted, or else its status is`() throws {
        let shell = try #require(ToolRun(named: "sh"))
        let quoted = #expect(throws: ToolRun.Failure.self) {
            try shell.run(["-c", "echo this went >&2; echo wrong >&2; exit 3"])
        }
        #expect(quoted?.reason == "this went; wrong")
        #expect(quoted?.line.hasSuffix("sh -c echo this went >&2; echo wrong >&2; exit 3") == true)
        let silent = #expect(throws: ToolRun.Failure.self) { try shell.run(["-c", "exit 3"]) }
        #expect(silent?.reason == "it ended with status 3")
        let killed = #expect(throws: ToolRun.Failure.self) { try shell.run(["-c", "kill -9 $$"]) }
        #expect(killed?.reason == "it was ended by signal 9")
    }

    @Test func `its words are kept to a bound`() throws {
        let shell = try #require(ToolRun(named: "sh"))
        let failure = #expect(throws: ToolRun.Failure.self) {
            try shell.run([
                "-c", "i=0; while [ $i -lt 2000 ]; do echo wordswords >&2; i=$((i+1)); done; exit 1",
            ])
        }
        #expect((failure?.reason.utf8.count ?? 0) < 10_000)
    }
}
