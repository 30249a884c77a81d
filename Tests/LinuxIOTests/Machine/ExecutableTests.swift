import LinuxIO
import Testing

@Suite struct ExecutableTests {
    @Test func `a program is found next to the running one`() throws {
        let own = try #require(Executable.path)
        let name = try #require(own.split(separator: "/").last.map(String.init))
        #expect(Executable.beside(name) == own)
        #expect(ToolRun(beside: name) != nil)
        #expect(Executable.beside("no-such-program") == nil && ToolRun(beside: "no-such-program") == nil)
        // A folder is no program.
        #expect(Executable.beside(".") == nil)
    }

    @Test func `a failed exec leaves the running program in place`() {
        let error = #expect(throws: SystemCallError.self) {
            try Executable.become("/no/such/program", [Array("program".utf8)])
        }
        #expect(error?.target == "/no/such/program")
    }
}
