import Foundation
import LinuxIO
import TestSupport
import Testing

struct TailedFileTests {
    @Test func `the closing text follows after every append`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("list")
        // Longer than all that follows, and readable by everybody.
        try Data(repeating: 120, count: 100).write(to: URL(filePath: path))
        func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        var file = try TailedFile(path: path, opening: "[", closing: "]\n")
        #expect(try text() == "[]\n")
        try file.append(Array("one".utf8))
        #expect(try text() == "[one]\n")
        try file.append(Array(",two".utf8))
        #expect(try text() == "[one,two]\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to make a file system of 64 KiB"))
    func `on a full disk the document keeps its content and stays complete`() throws {
        let folder = try ScratchFolder()
        let disk = folder.file("disk")
        try #require(mkdir(disk, 0o700) == 0 && mount("tmpfs", disk, "tmpfs", 0, "size=64k") == 0)
        defer { umount2(disk, CInt(MNT_DETACH)) }
        let path = "\(disk)/list"
        var file = try TailedFile(path: path, opening: "[", closing: "]\n")
        let record = [UInt8](repeating: 120, count: 5000)
        var failure: SystemCallError?
        for _ in 0..<20 {
            do throws(SystemCallError) { try file.append(record) } catch { failure = error }
        }
        #expect(failure == SystemCallError("pwrite", on: path, errno: ENOSPC))
        let text = try Data(contentsOf: URL(filePath: path))
        #expect(text == Data([91] + [UInt8](repeating: 120, count: 65_536 / 5000 * 5000) + [93, 10]))
    }

    @Test func `a file that cannot be created is named`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("none/list")
        let error = #expect(throws: SystemCallError.self) {
            _ = try TailedFile(path: path, opening: "", closing: "")
        }
        #expect(error?.description.contains(path) == true)
    }

    @Test func `a symbolic link is not followed`() throws {
        let folder = try ScratchFolder()
        let (target, link) = (folder.file("target"), folder.file("link"))
        try Data("kept".utf8).write(to: URL(filePath: target))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(throws: SystemCallError.self) {
            _ = try TailedFile(path: link, opening: "[", closing: "]")
        }
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "kept")
    }
}
