import JSON
import LinuxIO
import Sweeps
import TestSupport
import Testing
import Wire

@Suite struct RowsFolderTests {
    private let scratch: ScratchFolder
    private var folder: RowsFolder { RowsFolder(scratch.file("rows")) }

    init() throws {
        scratch = try ScratchFolder()
        try folder.begin(now: 0)
    }

    private func finish(_ capture: NamedCapture) throws {
        try folder.part(of: capture).finish(SampleCapture.inspection(), netlab: "1.0")
    }

    private func merged() throws -> RowTables.Counts {
        var tables = RowTables(at: scratch.file("rows/tables"))
        return try tables.merge(ShardSource(folder))
    }

    @Test func `a finished capture is identified by its file, netlab version and options`() throws {
        let capture = try SampleCapture.named("a.pcapng", in: scratch)
        #expect(!folder.shard(of: capture).isFinished(capture))
        try finish(capture)
        #expect(folder.shard(of: capture).isFinished(capture))
        #expect(try SampleCapture.named("./a.pcapng", in: scratch) == capture)
        for other in [
            try SampleCapture.named("a.pcapng", in: scratch, netlab: "2.0"),
            try SampleCapture.named("a.pcapng", in: scratch, options: ["--memory 64MiB"]),
        ] {
            #expect(!folder.shard(of: other).isFinished(other))
        }
    }

    @Test func `a changed file is another capture at the same place`() throws {
        let capture = try SampleCapture.named("a.pcapng", in: scratch)
        try finish(capture)
        for text in ["BYTES OF a.pcapng", "bytes of a.pcapng and more"] {
            try scratch.write("a.pcapng", text)
            let changed = try SampleCapture.named("a.pcapng", in: scratch)
            #expect(folder.shard(of: changed) == folder.shard(of: capture))
            #expect(!folder.shard(of: changed).isFinished(changed))
        }
        try finish(try SampleCapture.named("a.pcapng", in: scratch))
        #expect(try folder.shards().count == 1)
    }

    @Test func `a file with a changed timestamp is another capture`() throws {
        let capture = try SampleCapture.named("a.pcapng", in: scratch)
        FileStatus.stamp(capture.path, used: 5, modified: 5)
        #expect(try SampleCapture.named("a.pcapng", in: scratch).identity != capture.identity)
    }

    @Test func `captures of the same name in different folders have separate shards`() throws {
        try Folder.make(scratch.file("x"), mode: 0o700)
        try Folder.make(scratch.file("y"), mode: 0o700)
        for name in ["x/a.pcapng", "y/a.pcapng"] { try finish(try SampleCapture.named(name, in: scratch)) }
        #expect(try merged().rows[.run] == 2)
    }

    @Test func `one file under two names is counted once, with a remark`() throws {
        let one = try SampleCapture.named("a.pcapng", in: scratch)
        #expect(WholeFile.link(one.path, to: scratch.file("b.pcapng")))
        let other = try SampleCapture.named("b.pcapng", in: scratch)
        #expect(one.identity == other.identity)
        try finish(one)
        try finish(other)
        let counts = try merged()
        #expect(counts.rows[.run] == 1 && counts.members == 2)
        #expect(counts.remarks.count == 1 && counts.remarks[0].text.contains("is the same as"))
        #expect(!counts.remarks[0].isFailure)
    }

    @Test func `an unreadable capture has a row and a remark, and stays unfinished`() throws {
        let capture = try SampleCapture.named("notes.txt", in: scratch)
        try folder.part(of: capture).fail(ShardPart.begun, netlab: "1.0")
        #expect(!folder.shard(of: capture).isFinished(capture))
        try folder.part(of: capture).fail("this is not a capture", netlab: "1.0")
        let counts = try merged()
        #expect(counts.rows == [.run: 1] && counts.remarks.map(\.isFailure) == [true])
        let manifest = try JSONValue(parsing: Array(scratch.read("rows/tables/manifest.json").utf8))
        #expect(manifest["remarks"]?.elements.first?["text"]?.text == "this is not a capture")
        #expect(manifest["captures"]?.int == 1)
        // Later it can be.
        try finish(capture)
        #expect(try merged().remarks == [])
    }

    @Test func `a changed or truncated shard has no rows and is named`() throws {
        for name in ["a.pcapng", "b.pcapng", "c.pcapng"] {
            try finish(try SampleCapture.named(name, in: scratch))
        }
        let shards = try folder.shards()
        var bytes = try WholeFile.read(shards[0].path, limit: 1 << 20)
        try WholeFile.write(shards[0].path, Array(bytes.dropLast()))
        bytes = try WholeFile.read(shards[1].path, limit: 1 << 20)
        // A single bit may be one that decompressors pass over.
        for place in bytes.count / 2..<bytes.count / 2 + 8 { bytes[place] = ~bytes[place] }
        try WholeFile.write(shards[1].path, bytes)
        let counts = try merged()
        #expect(counts.missing == [shards[0].path, shards[1].path] && counts.members == 1)
        #expect(counts.rows[.run] == 1)
    }

    @Test func `parts leave no files behind, finished or not`() throws {
        let capture = try SampleCapture.named("a.pcapng", in: scratch)
        try finish(capture)
        try folder.part(of: capture).fail("why", netlab: "1.0")
        #expect(try Folder.names(in: scratch.file("rows/parts")) == [])
        #expect(try Folder.names(in: scratch.file("rows")) == ["captures.json", "parts", "shards"])
    }

    @Test func `refuses a folder with other content`() throws {
        try Folder.make(scratch.file("other"), mode: 0o700)
        try scratch.write("other/notes.txt", "")
        let error = #expect(throws: SweepError.self) {
            try RowsFolder(scratch.file("other")).begin(now: 0)
        }
        #expect(error?.message.contains("something other than rows") == true)
        #expect(throws: SweepError.self) { try RowsFolder(scratch.file("other/notes.txt")).begin(now: 0) }
    }
}
