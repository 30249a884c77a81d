import Testing

@testable import Commands

@Suite struct CompanionProgramTests {
    @Test(arguments: [
        (["bench", "line"], ["netlab-bench", "line"]),
        (["--no-color", "bench", "--json", "bench"], ["netlab-bench", "--no-color", "--json", "bench"]),
        (["bench"], ["netlab-bench"]),
    ])
    func `passes on all words except the command's name`(_ words: [String], _ expected: [String]) {
        let passed = CompanionProgram.words(words.map { Array($0.utf8) }, "netlab-bench", "bench")
        #expect(passed.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
}
