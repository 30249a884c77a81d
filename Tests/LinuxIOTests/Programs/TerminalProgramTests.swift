import Foundation
import LinuxIO
import TestSupport
import Testing

@Suite struct TerminalProgramTests {
    @Test func `a shell line gets its arguments unchanged`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("it's a $file")
        try TerminalProgram.run("printf 'a b' | tee", [path])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "a b")
    }

    @Test(arguments: [
        ("exit 3; true", "ended with status 3"), ("kill -9 $$; true", "was killed by signal 9"),
    ])
    func `a failure is reported`(_ line: String, _ told: String) {
        let failure = #expect(throws: TerminalProgram.Failure.self) { try TerminalProgram.run(line, []) }
        #expect(failure?.description == "\(line) \(told)")
    }
}
