import LinuxIO
import TestSupport
import Testbed
import Testing

@testable import Experiments

struct MadeRunsTests {
    private func folder(_ path: String) -> [UInt8] { Array(path.utf8) }

    @Test func `finds the newest run of each working folder while it exists`() throws {
        let scratch = try ScratchFolder()
        let runs = MadeRuns(in: RunFolderPlaces(["XDG_STATE_HOME": scratch.file("state")], user: 1))
        #expect(runs.last(from: folder("/a")) == nil)
        for name in ["one", "two", "three"] { try Folder.make(scratch.file(name), mode: 0o700) }
        runs.note(scratch.file("one"), from: folder("/a"))
        runs.note(scratch.file("two"), from: folder("/b"))
        runs.note(scratch.file("three"), from: folder("/a"))
        #expect(runs.last(from: folder("/a")) == scratch.file("three"))
        #expect(runs.last(from: folder("/b")) == scratch.file("two"))
        runs.note(scratch.file("gone"), from: folder("/b"))
        #expect(runs.last(from: folder("/b")) == nil)
        for number in 0..<100 { runs.note(scratch.file("one"), from: folder("/\(number)")) }
        #expect(runs.last(from: folder("/99")) == scratch.file("one"))
        #expect(runs.last(from: folder("/a")) == nil)
    }

    @Test func `a newer capture is the newest item, but the last run stays the last run`() throws {
        let scratch = try ScratchFolder()
        let runs = MadeRuns(in: RunFolderPlaces(["XDG_STATE_HOME": scratch.file("state")], user: 1))
        try Folder.make(scratch.file("run"), mode: 0o700)
        try scratch.write("a.pcapng", "")
        runs.note(scratch.file("run"), from: folder("/a"))
        #expect(runs.newest(from: folder("/a")) == .run(scratch.file("run")))
        runs.note(capture: scratch.file("a.pcapng"), from: folder("/a"))
        runs.note(capture: scratch.file("b.pcapng"), from: folder("/b"))
        #expect(runs.newest(from: folder("/a")) == .capture(scratch.file("a.pcapng")))
        #expect(runs.last(from: folder("/a")) == scratch.file("run"))
        #expect(runs.newest(from: folder("/b")) == nil)
        WholeFile.remove(scratch.file("a.pcapng"))
        #expect(runs.newest(from: folder("/a")) == .run(scratch.file("run")))
        runs.note(scratch.file("run"), from: folder("/a"))
        try scratch.write("a.pcapng", "")
        #expect(runs.newest(from: folder("/a")) == .run(scratch.file("run")))
    }

    @Test func `records nothing without a home folder`() throws {
        let runs = MadeRuns(in: RunFolderPlaces([:], user: 1))
        runs.note("/tmp", from: folder("/a"))
        #expect(runs.last(from: folder("/a")) == nil)
    }
}
