import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite(.timeLimit(.minutes(1))) struct FolderTreeTests {
    /// A folder `in` beside a file `secret`, which no path in it may reach.
    private let scratch: ScratchFolder
    private let tree: FolderTree

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write("secret", "secret")
        for folder in ["in", "in/sub", "in/empty"] { mkdir(scratch.file(folder), 0o755) }
        try scratch.write("in/a.txt", "a")
        try scratch.write("in/sub/b.txt", "bb")
        try scratch.write("in/ä ö", "umlaut")
        for (link, target) in [
            ("within", "sub/b.txt"), ("around", "sub/../a.txt"), ("folder", "sub"), ("out", "../secret"),
            ("absolute", scratch.file("secret")), ("home", scratch.file("in/a.txt")),
            ("loop", "loop"), ("dangling", "nothing"), ("magic", "/proc/self/root"), ("up", ".."),
        ] { symlink(target, scratch.file("in/\(link)")) }
        mkfifo(scratch.file("in/pipe"), 0o644)
        tree = try FolderTree(scratch.file("in"))
    }

    private func text(_ place: String) throws -> String? {
        guard let opened = try tree.open(Array(place.utf8)) else { return nil }
        return String(decoding: try opened.file.bytes(in: 0..<opened.status.size), as: UTF8.self)
    }

    @Test(arguments: [
        ("a.txt", "a"), ("sub/b.txt", "bb"), ("sub//b.txt", "bb"), ("./a.txt", "a"), ("sub/../a.txt", "a"),
        ("within", "bb"), ("around", "a"), ("folder/b.txt", "bb"), ("ä ö", "umlaut"),
    ])
    func `files beneath the folder are found`(place: String, content: String) throws {
        #expect(try text(place) == content)
    }

    @Test(arguments: [
        "..", "../secret", "../in/a.txt", "sub/../../secret", "/etc/passwd", "out", "absolute", "home",
        "loop",
        "dangling", "magic", "magic/etc/passwd", "up", "up/secret", "up/in/a.txt", "nothing", "a.txt/",
        "a.txt/b",
        "a.txt\0.png", "\0", "sub", "", ".", "pipe", String(repeating: "x", count: 300),
        String(repeating: "sub/../", count: 700) + "a.txt",
    ])
    func `paths outside of the folder and special files are never opened`(place: String) throws {
        #expect(try text(place) == nil)
    }

    @Test func `a pipe without a writer does not block`() throws {
        symlink("pipe", scratch.file("in/linked-pipe"))
        #expect(try text("linked-pipe") == nil)
        #expect(try tree.status(of: Array("pipe".utf8))?.isRegular == false)
    }

    @Test func `a folder lists its readable entries and resolves links`() throws {
        let found = try #require(try tree.entries(of: [], atMost: 100))
        let kinds = Dictionary(
            uniqueKeysWithValues: found.entries.map { (String(decoding: $0.name, as: UTF8.self), $0.status) }
        )
        #expect(Set(kinds.keys) == ["a.txt", "sub", "empty", "ä ö", "within", "around", "folder"])
        #expect(found.isWhole)
        #expect(kinds["within"]?.size == 2)
        #expect(kinds["folder"]?.isFolder == true && kinds["a.txt"]?.isFolder == false)
        #expect(try tree.entries(of: Array("empty".utf8), atMost: 1)?.entries == [])
        let some = try #require(try tree.entries(of: [], atMost: 3))
        #expect(some.entries.count == 3 && !some.isWhole)
        for place in ["a.txt", "..", "up", "nothing"] {
            #expect(try tree.entries(of: Array(place.utf8), atMost: 1)?.isWhole == nil, "\(place)")
        }
    }

    @Test func `the tree stays the same folder when its path is replaced`() throws {
        rename(scratch.file("in"), scratch.file("moved"))
        mkdir(scratch.file("in"), 0o755)
        try scratch.write("in/a.txt", "another")
        #expect(try text("a.txt") == "a")
    }

    @Test func `an open file keeps its content when its name is replaced`() throws {
        let opened = try #require(try tree.open(Array("a.txt".utf8)))
        try scratch.write("fresh", "b")
        rename(scratch.file("fresh"), scratch.file("in/a.txt"))
        #expect(try opened.file.bytes(in: 0..<1) == [UInt8(ascii: "a")])
        let after = try #require(try tree.status(of: Array("a.txt".utf8)))
        #expect(after.inode != opened.status.inode)
    }

    @Test(arguments: [("in/a.txt", ENOTDIR), ("nothing", ENOENT)])
    func `a path that is not a folder is refused with the kernel's reason`(name: String, code: Int32) throws {
        let error = #expect(throws: SystemCallError.self) { try FolderTree(scratch.file(name)) }
        #expect(error?.errno == code)
    }
}
