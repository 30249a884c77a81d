import Testing

@testable import Origin

@Suite struct FolderPathTests {
    private func names(_ path: FolderPath) -> [String] {
        path.components.map { String(decoding: $0, as: UTF8.self) }
    }

    private static let targets: [(String, [String], Bool, String)] = [
        ("/", [], true, ""), ("", [], true, ""), ("/a", ["a"], false, ""), ("/a/", ["a"], true, ""),
        ("//a///b//", ["a", "b"], true, ""), ("/a%20b/c?d=/../e", ["a b", "c"], false, "?d=/../e"),
        ("/%61%2E%74xt", ["a.txt"], false, ""), ("http://h:1/a?q", ["a"], false, "?q"),
        ("https://h", [], true, ""),
        ("/...", ["..."], false, ""), ("/a..b/..c", ["a..b", "..c"], false, ""),
        ("/a%5Cb", ["a\\b"], false, ""),
        ("/%C3%A4", ["ä"], false, ""), ("/\u{C3}\u{A4}", ["ä"], false, ""),
        ("/a%3Fb%23c%25", ["a?b#c%"], false, ""),
        ("/%252e%252e", ["%2e%2e"], false, ""),
        ("/.", [], true, ""), ("/./a", ["a"], false, ""), ("/./a/./", ["a"], true, ""),
        ("/a/.", ["a"], true, ""),
        ("/a/../b", ["b"], false, ""), ("/a/b/..", ["a"], true, ""), ("/a/..", [], true, ""),
        ("/a//../b", ["b"], false, ""), ("/a/%2e%2E/b/.%2e/c", ["c"], false, ""),
        ("/%2e/a", ["a"], false, ""),
        ("/a/b/../../c/d", ["c", "d"], false, ""), ("http://h/./a?q=..", ["a"], false, "?q=.."),
        ("/.a/../b", ["b"], false, ""),
    ]

    @Test(arguments: targets)
    func `a target is decoded once, by component`(
        target: String,
        components: [String],
        hasSlash: Bool,
        query: String
    ) throws {
        let path = try FolderPath(target)
        #expect(names(path) == components)
        #expect(path.hasSlash == hasSlash)
        #expect(path.query == query)
    }

    private static let refused: [(String, FolderPath.Problem)] = [
        ("/..", FolderPath.Problem.outside), ("/a/../..", .outside), ("/a/../../b/c", .outside),
        ("/./..", .outside), ("/%2e%2e/a", .outside), ("//..", .outside), ("/a/../%2e./a", .outside),
        ("/%2E./a", .outside), ("/a/.%2e/..", .outside), ("/a%2fb", .slash), ("/..%2F..%2Fetc", .slash),
        ("/a/..%2f..%2fetc", .slash),
        ("/%00", .zero),
        ("/a.txt%00.png", .zero), ("/%", .escape), ("/%4", .escape), ("/%zz", .escape), ("/%4%31", .escape),
        ("http://h/../a", .outside), ("/%\u{B2}0", .escape),
    ]

    @Test(arguments: refused)
    func `rejects ambiguous targets`(target: String, problem: FolderPath.Problem) {
        #expect(throws: problem) { try FolderPath(target) }
    }

    @Test(arguments: [
        ("/a", "/a/"), ("/", "/"), ("//evil.example", "/evil.example/"), ("/a%20b/%C3%A4", "/a%20b/%C3%A4/"),
        ("/%0d%0aX:y", "/%0D%0AX%3Ay/"), ("/%22%3E%27&", "/%22%3E%27%26/"), ("/%5cevil", "/%5Cevil/"),
    ])
    func `an escaped path cannot lead elsewhere`(target: String, escaped: String) throws {
        #expect(try FolderPath(target).escaped(asFolder: true) == escaped)
    }

    @Test(arguments: [
        ("/a", false), ("/.a", true), ("/a/.b/c", true), ("/.well-known/x", false), ("/.well-known/.x", true),
        ("/a/.well-known/x", true), ("/%2ea", true), ("/.a/../b", false), ("/a/../.b", true),
        ("/./.well-known/x", false),
    ])
    func `a dot hides a name and everything below it`(target: String, isHidden: Bool) throws {
        #expect(try FolderPath(target).isHidden == isHidden)
    }
}
