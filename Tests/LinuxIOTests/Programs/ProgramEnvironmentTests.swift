import Testing

@testable import LinuxIO

@Suite(.timeLimit(.minutes(1)))
struct ProgramEnvironmentTests {
    private let environment = ProgramEnvironment(
        ["A=1", "AB=2", "C=x=y", "A=3", "odd"].map { Array($0.utf8) } + [Array("D=".utf8) + [0xFF]]
    )

    @Test func `removing a variable removes every entry of it and no other`() {
        var changed = environment
        changed.remove("A")
        #expect(changed["A"] == nil)
        #expect(changed["AB"] == "2")
        #expect(changed.entries.count == 4)
    }

    @Test func `setting a variable twice leaves one entry`() {
        var changed = environment
        changed.set("A", "new=er")
        #expect(changed["A"] == "new=er")
        #expect(changed.entries.count(where: { $0.starts(with: Array("A=".utf8)) }) == 1)
    }

    @Test func `bytes that are not valid text are preserved`() {
        #expect(environment.entries.last == Array("D=".utf8) + [0xFF])
        #expect(environment["C"] == "x=y")
    }
}
