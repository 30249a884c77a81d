import LinuxIO
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RunningToolTests {
    @Test func `a tool runs in parallel and gets SIGTERM when released`() throws {
        let folder = try ScratchFolder()
        let shell = try #require(ToolRun(named: "sh"))
        do {
            let tool = try shell.begin(
                ["-c", "trap 'echo ended; exit' TERM; echo begun; while :; do sleep 0.01; done"],
                printingTo: folder.file("words")
            )
            while try WholeFile.read(folder.file("words"), limit: 100).isEmpty {
                Readiness.wait(for: [], milliseconds: 5)
            }
            #expect(tool.processorTime > 0)
            #expect(tool.residentBytes > 10_000)
        }
        let words = String(decoding: try WholeFile.read(folder.file("words"), limit: 100), as: UTF8.self)
        #expect(words == "begun\nended\n")
    }

    @Test func `a tool's stdout and stderr are captured in order`() throws {
        let shell = try #require(ToolRun(named: "sh"))
        #expect(try shell.output(["-c", "echo one; echo two >&2; echo three"]) == "one\ntwo\nthree\n")
        #expect(throws: ToolRun.Failure.self) { try shell.output(["-c", "echo no; exit 3"]) }
    }
}
