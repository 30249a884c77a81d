import Testing

@testable import Figures

@Suite struct StringShellTests {
    @Test(arguments: [
        ("captures/dsl-1", "captures/dsl-1"), ("my runs/dsl", "'my runs/dsl'"), ("", "''"),
        ("it's", #"'it'\''s'"#),
        ("a$b", "'a$b'"), ("Übung", "Übung"), ("-x;rm", "'-x;rm'"),
    ])
    func `a path is quoted as one shell word`(_ path: String, _ word: String) {
        #expect(path.quotedForShell == word)
    }
}
