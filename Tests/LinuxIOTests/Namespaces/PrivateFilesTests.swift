import Foundation
import LinuxIO
import TestSupport
import Testing

@Suite(
    .enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"),
    .timeLimit(.minutes(1))
)
struct PrivateFilesTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write("file", "the machine's\n")
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try WholeFile.read(path, limit: 4096), as: UTF8.self)
    }

    @Test func `a covered file is visible only to the thread, its child threads and programs`()
        async throws
    {
        let path = folder.file("file")
        try await OwnThread.run {
            try PrivateFiles.enter()
            try PrivateFiles.replace(path, with: Array("ours\n".utf8))
            #expect(try Self.text(path) == "ours\n")
            #expect(try Program("/bin/cat", [path]).run().output == "ours\n")
            let child = try WorkerThread(name: "test-child") {
                #expect((try? Self.text(path)) == "ours\n")
            }
            child.join()
        }
        #expect(try Self.text(path) == "the machine's\n")
    }

    @Test func `entering again keeps covered files, and their content can be replaced`()
        async throws
    {
        let path = folder.file("file")
        try await OwnThread.run {
            for content in ["a long first one\n", "second\n", ""] {
                try PrivateFiles.enter()
                try PrivateFiles.replace(path, with: Array(content.utf8))
                #expect(try Self.text(path) == content)
            }
            let mounts = try WholeFile.read("/proc/thread-self/mountinfo", limit: 1 << 20)
            let lines = String(decoding: mounts, as: UTF8.self).split(separator: "\n")
            #expect(lines.count { $0.contains(path) } == 1)
            #expect(!lines.contains { $0.contains(" /proc/driver ") })
        }
        #expect(try Self.text(path) == "the machine's\n")
    }

    @Test func `covering a link covers its target, and the link stays`() async throws {
        let (path, link) = (folder.file("file"), folder.file("link"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        try await OwnThread.run {
            try PrivateFiles.enter()
            try PrivateFiles.replace(link, with: Array("ours\n".utf8))
            #expect(try Self.text(link) == "ours\n")
            #expect(try Self.text(path) == "ours\n")
        }
        #expect(try Self.text(link) == "the machine's\n")
    }

    @Test func `a covered file is readable by everyone regardless of umask`() async throws {
        let path = folder.file("file")
        try await OwnThread.run {
            try PrivateFiles.enter()
            try PrivateFiles.replace(path, with: [1])
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o644)
        }
    }

    @Test func `a missing file or dangling link is refused`() async throws {
        let (absent, link) = (folder.file("absent"), folder.file("link"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: absent)
        try await OwnThread.run {
            try PrivateFiles.enter()
            for path in [absent, link] {
                #expect(throws: PrivateFilesError.missing(path: path)) {
                    try PrivateFiles.replace(path, with: [])
                }
            }
        }
    }

    @Test func `covering requires entering a mount namespace`() async throws {
        let path = folder.file("file")
        try await OwnThread.run { () -> Void in
            #expect(throws: PrivateFilesError.notEntered) { try PrivateFiles.replace(path, with: []) }
        }
        #expect(try Self.text(path) == "the machine's\n")
    }
}
