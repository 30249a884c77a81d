import Glibc
import Grounds
import LinkModel
import LinuxIO
import ScenarioFormat
import Scenarios
import TLS
import TestSupport
import Testing
import Wire

@testable import BenchControl

/// Files that an order names: whoever sends it may have fewer rights than netlab.
@Suite(.timeLimit(.minutes(1)))
struct OrderedFilesTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try Folder.make(folder.file("suite"), mode: 0o755)
        try WholeFile.write(folder.file("suite/feed.json"), Array("[1]".utf8), mode: 0o644)
        try WholeFile.write(folder.file("secret"), Array("secret".utf8), mode: 0o644)
        symlink("../secret", folder.file("suite/out"))
        symlink("feed.json", folder.file("suite/in"))
        mkfifo(folder.file("suite/pipe"), 0o644)
    }

    /// What is wrong with an order of this file; nil if it makes a bench.
    private func refusal(of path: String) throws -> String? {
        let authority = try CertificateAuthority(validity: .days(1, from: RunClock.wall() / 1_000_000_000))
        let files = ScenarioFiles(beneath: folder.file("suite"))
        let yard = BenchRegistry(.stream, by: authority, drawing: nil, files: files)
        defer { yard.endAll() }
        do {
            _ = try yard.make(Array("origin: { files: { a: { from: \"\(path)\" } } }".utf8))
            return nil
        } catch let error as ControlError {
            return error.message
        }
    }

    @Test(arguments: ["feed.json", "./feed.json", "in"])
    func `serves files beneath the folder`(_ path: String) throws {
        #expect(try refusal(of: path) == nil)
    }

    @Test(arguments: [
        "/etc/passwd", "../secret", "out", "/proc/self/environ", "suite/../../secret", "missing", ".",
    ])
    func `refuses paths and links that lead out of the folder`(_ path: String) throws {
        let refusal = try #require(try refusal(of: path))
        #expect(refusal.contains("beneath the folder in which netlab was started"))
    }

    @Test func `refuses a pipe immediately`() throws {
        #expect(try refusal(of: "pipe")?.contains("regular files") == true)
    }

    @Test(.enabled(if: Machine.isRoot, "only root reads what others may not"))
    func `root serves only files that every user may read`() throws {
        chmod(folder.file("suite/feed.json"), 0o640)
        #expect(try refusal(of: "feed.json")?.contains("not every user may read it") == true)
    }

    /// Scenarios' own files, as `check` and `predict` read them.
    @Test func `a scenario accepts only regular files`() throws {
        let files = ScenarioFiles(besides: folder.file("suite/mine.yaml"))
        let load = { (path: String) in
            try ScenarioLoader.load(
                text: Array("netlab: 1\norigin: { files: { a: { from: \(path) } } }\n".utf8),
                file: "mine.yaml",
                files: files,
                purpose: .bench
            )
        }
        #expect(try load("feed.json").variants.count == 1)
        for path in ["pipe", "/dev/zero"] {
            let error = #expect(throws: ScenarioError.self) { try load(path) }
            #expect(error?.description.contains("not a regular file") == true, "\(path)")
        }
    }
}
