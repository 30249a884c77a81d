import Foundation
import LinuxIO
import TestSupport
import Testing

@Suite(
    .enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"),
    .timeLimit(.minutes(1))
)
struct PrivateFoldersTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write("kept", "the machine's\n")
        try folder.write("hidden", "the machine's\n")
        let files = FileManager.default
        try files.createDirectory(atPath: folder.file("inner"), withIntermediateDirectories: false)
        try folder.write("inner/file", "deep\n")
        try files.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: "kept")
        try files.createSymbolicLink(atPath: folder.file("dangling"), withDestinationPath: "nothing")
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try WholeFile.read(path, limit: 4096), as: UTF8.self)
    }

    @Test func `a covered folder shows its kept entries, and writes to it stay private`()
        async throws
    {
        let path = folder.path
        let before = try Folder.names(in: path)
        try await OwnThread.run {
            try PrivateFiles.enter()
            try PrivateFiles.cover(folder: path) { $0 == "hidden" }
            #expect(try Folder.names(in: path) == ["inner", "kept", "link"])
            #expect(try Self.text("\(path)/kept") == "the machine's\n")
            #expect(try Self.text("\(path)/link") == "the machine's\n")
            #expect(try Self.text("\(path)/inner/file") == "deep\n")
            try WholeFile.write("\(path)/hidden", Array("ours\n".utf8))
            try WholeFile.write("\(path)/new", Array("ours\n".utf8))
            #expect(
                try Program("/bin/cat", ["\(path)/hidden", "\(path)/new"]).run().output == "ours\nours\n"
            )
        }
        #expect(try Folder.names(in: path) == before)
        #expect(try Self.text("\(path)/hidden") == "the machine's\n")
    }

    @Test func `an uncovered folder is unchanged`() async throws {
        let path = folder.path
        let before = try Folder.names(in: path)
        try await OwnThread.run {
            try PrivateFiles.enter()
            try PrivateFiles.cover(folder: path) { _ in true }
            #expect(try Folder.names(in: path) == [])
            PrivateFiles.uncover(folder: path)
            #expect(try Folder.names(in: path) == before)
        }
    }

    @Test func `covering requires a mount namespace and an existing folder`() async throws {
        let path = folder.path
        let absent = folder.file("absent")
        try await OwnThread.run { () -> Void in
            #expect(throws: PrivateFilesError.notEntered) {
                try PrivateFiles.cover(folder: path) { _ in true }
            }
            try PrivateFiles.enter()
            #expect(throws: PrivateFilesError.missing(path: absent)) {
                try PrivateFiles.cover(folder: absent) { _ in true }
            }
        }
        #expect(try Folder.names(in: path).count == 5)
    }
}
