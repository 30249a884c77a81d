import Glibc
import TestSupport
import Testing

@testable import LinuxIO

struct WholeFileTests {
    private func status(_ path: String) -> stat {
        var status = stat()
        _ = stat(path, &status)
        return status
    }

    private func names(_ folder: ScratchFolder) throws -> [String] {
        try Folder.names(in: folder.path)
    }

    @Test func `a file is created with the given mode`() throws {
        let folder = try ScratchFolder()
        try WholeFile.write(folder.file("new"), Array("text".utf8), mode: 0o640)
        #expect(try WholeFile.read(folder.file("new"), limit: 100) == Array("text".utf8))
        #expect(status(folder.file("new")).st_mode & 0o777 == 0o640)
    }

    @Test func `a replaced file keeps its mode, and open readers keep the old content`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("old")
        try WholeFile.write(path, Array("before".utf8), mode: 0o604)
        let reader = try SharedFile(path)
        try WholeFile.write(path, Array("after".utf8))
        #expect(try reader.bytes(in: 0..<100) == Array("before".utf8))
        #expect(try WholeFile.read(path, limit: 100) == Array("after".utf8))
        #expect(status(path).st_mode & 0o777 == 0o604)
        #expect(try names(folder) == ["old"])
    }

    @Test func `a symbolic link stays a link, and hard links stay linked`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("file")
        try WholeFile.write(path, Array("before".utf8))
        try #require(symlink("file", folder.file("link")) == 0 && link(path, folder.file("twin")) == 0)
        try WholeFile.write(folder.file("link"), Array("by the link".utf8))
        #expect(try WholeFile.read(folder.file("twin"), limit: 100) == Array("by the link".utf8))
        try WholeFile.write(path, Array("by the name".utf8))
        #expect(try WholeFile.read(folder.file("link"), limit: 100) == Array("by the name".utf8))
        #expect(try WholeFile.read(folder.file("twin"), limit: 100) == Array("by the name".utf8))
    }

    @Test func `a device can be written to`() throws {
        try WholeFile.write("/dev/null", Array("text".utf8))
        #expect(status("/dev/null").st_mode & S_IFMT == S_IFCHR)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to make a file system of 64 KiB"))
    func `on a full disk an old file stays intact and a new one does not appear`() throws {
        let folder = try ScratchFolder()
        let disk = folder.file("disk")
        try #require(mkdir(disk, 0o700) == 0 && mount("tmpfs", disk, "tmpfs", 0, "size=64k") == 0)
        defer { umount2(disk, CInt(MNT_DETACH)) }
        try WholeFile.write("\(disk)/old", Array("whole".utf8))
        let large = [UInt8](repeating: 1, count: 100_000)
        for name in ["old", "new"] {
            let path = "\(disk)/\(name)"
            let failure = #expect(throws: SystemCallError.self) { try WholeFile.write(path, large) }
            #expect(failure == SystemCallError("write", on: path, errno: ENOSPC))
        }
        #expect(try Folder.names(in: disk) == ["old"])
        #expect(try WholeFile.read("\(disk)/old", limit: 100) == Array("whole".utf8))
    }

    @Test func `a link to a full device is an error, and the link stays`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("link")
        try #require(symlink("/dev/full", path) == 0)
        let failure = #expect(throws: SystemCallError.self) { try WholeFile.write(path, [1]) }
        #expect(failure == SystemCallError("write", on: path, errno: ENOSPC))
        #expect(try names(folder) == ["link"])
    }
}
