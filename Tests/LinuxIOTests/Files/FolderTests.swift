import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct FolderTests {
    @Test func `parent folders of a path are created`() throws {
        let scratch = try ScratchFolder()
        try Folder.makeAbove(scratch.file("a/b/run"))
        #expect(try Folder.names(in: scratch.file("a/b")).isEmpty)
        try Folder.makeAbove("run")
        try Folder.makeAbove("/run")
    }

    @Test func `a folder is removed recursively without following links`() throws {
        let scratch = try ScratchFolder()
        for folder in ["kept", "gone", "gone/deep", "gone/deep/deeper"] {
            try #require(mkdir(scratch.file(folder), 0o755) == 0)
        }
        for file in ["kept/a", "gone/b", "gone/deep/deeper/c"] { try scratch.write(file, "x") }
        for (link, target) in [("file", "kept/a"), ("folder", "kept"), ("deep/nowhere", "nothing")] {
            symlink(scratch.file(target), scratch.file("gone/\(link)"))
        }
        Folder.removeWhole(scratch.file("gone"))
        #expect(!Folder.exists(scratch.file("gone")))
        #expect(try Folder.names(in: scratch.file("kept")) == ["a"])
        Folder.removeWhole(scratch.file("nothing"))
    }
}
