import Glibc
import LinuxIO
import Testing

struct FileWriterTests {
    /// A separate file for each test, removed by the caller.
    private func temporaryPath() -> String {
        "/tmp/netlab-writer-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    }

    private func contents(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    private func append(_ bytes: [UInt8], to writer: inout FileWriter) throws(SystemCallError) {
        try writer.append(bytes.span.bytes)
    }

    @Test func `records are written in order`() throws {
        let path = temporaryPath()
        defer { unlink(path) }
        var writer = try FileWriter(path: path, bufferBytes: 16)
        for index in 0..<100 { try writer.append("record \(index)\n") }
        try append([1, 2, 3], to: &writer)
        try writer.close()
        let expected = (0..<100).map { "record \($0)\n" }.joined().utf8 + [1, 2, 3]
        #expect(contents(path) == Array(expected))
    }

    @Test func `flushed records can be read while the file is open`() throws {
        let path = temporaryPath()
        defer { unlink(path) }
        var writer = try FileWriter(path: path)
        try writer.append("one\n")
        #expect(contents(path) == [])
        try writer.flush()
        #expect(contents(path) == Array("one\n".utf8))
        #expect(writer.writtenBytes == 4)
        try writer.close()
    }

    @Test(arguments: [0o600, 0o640] as [UInt32])
    func `the file gets the given mode, even if it existed before`(_ mode: UInt32) throws {
        let path = temporaryPath()
        defer { unlink(path) }
        close(creat(path, 0o666))
        try FileWriter(path: path, mode: mode).close()
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == mode)
    }

    @Test(
        .enabled(if: geteuid() == 0, "needs root to make a file system of 64 KiB"),
        arguments: [1000, 3000, 9000]
    )
    func `on a full disk the file ends after a whole record`(_ length: Int) throws {
        let folder = temporaryPath()
        mkdir(folder, 0o700)
        defer { rmdir(folder) }
        try #require(mount("tmpfs", folder, "tmpfs", 0, "size=64k") == 0)
        var writer = try FileWriter(path: "\(folder)/file", bufferBytes: 10_000)
        let witness = open("\(folder)/file", O_RDONLY)
        defer { close(witness) }
        // From here on only open files hold the file system, so nothing is left behind in any case.
        umount2(folder, CInt(MNT_DETACH))
        let record = [UInt8](repeating: 9, count: length)
        var failed: SystemCallError?
        for _ in 0..<200 {
            do { try append(record, to: &writer) } catch { failed = error }
        }
        let (failure, written) = (writer.failure, writer.writtenBytes)
        #expect(failed == SystemCallError("write", on: "\(folder)/file", errno: ENOSPC))
        #expect(failure == failed)
        #expect(written == 65_536 / length * length)
        var status = stat()
        fstat(witness, &status)
        #expect(Int(status.st_size) == written)
    }

    @Test func `a batch of records follows earlier ones`() throws {
        let path = temporaryPath()
        defer { unlink(path) }
        var writer = try FileWriter(path: path)
        try writer.append("before ")
        let records = Array("one two ".utf8)
        try writer.write(records.span.bytes) { $0 / 4 * 4 }
        try writer.append("behind")
        try writer.close()
        #expect(contents(path) == Array("before one two behind".utf8))
    }

    @Test(
        .enabled(if: geteuid() == 0, "needs root to make a file system of 64 KiB"),
        arguments: [1000, 3000, 9000]
    )
    func `on a full disk a batch ends after a whole record`(_ length: Int)
        throws
    {
        let folder = temporaryPath()
        mkdir(folder, 0o700)
        defer { rmdir(folder) }
        try #require(mount("tmpfs", folder, "tmpfs", 0, "size=64k") == 0)
        var writer = try FileWriter(path: "\(folder)/file")
        let witness = open("\(folder)/file", O_RDONLY)
        defer { close(witness) }
        umount2(folder, CInt(MNT_DETACH))
        let records = [UInt8](repeating: 9, count: 20 * length)
        var failed: SystemCallError?
        for _ in 0..<10 {
            do throws(SystemCallError) {
                try writer.write(records.span.bytes) { $0 / length * length }
            } catch {
                failed = error
            }
        }
        let (failure, written) = (writer.failure, writer.writtenBytes)
        #expect(failed == SystemCallError("write", on: "\(folder)/file", errno: ENOSPC))
        #expect(failure == failed && written == 65_536 / length * length)
        var status = stat()
        fstat(witness, &status)
        #expect(Int(status.st_size) == written)
    }

    @Test func `a full device is an error`() throws {
        var writer = try FileWriter(path: "/dev/full", mode: 0o666)
        try writer.append("text")
        #expect(throws: SystemCallError("write", on: "/dev/full", errno: ENOSPC)) { try writer.flush() }
        #expect(throws: SystemCallError("write", on: "/dev/full", errno: ENOSPC)) { try writer.append("x") }
    }

    @Test func `a missing folder is named`() {
        #expect(throws: SystemCallError("open", on: "/nowhere/at/all", errno: ENOENT)) {
            try FileWriter(path: "/nowhere/at/all").close()
        }
    }

    @Test func `the mode of a pipe is not changed`() throws {
        let path = "/tmp/netlab-pipe-\(getpid())"
        defer { unlink(path) }
        try #require(mkfifo(path, 0o644) == 0 && chmod(path, 0o644) == 0)
        // With a reader, opening a pipe for writing does not block.
        let reader = OwnedDescriptor(owning: open(path, O_RDONLY | O_NONBLOCK))
        try #require(reader.raw >= 0)
        var writer = try FileWriter(path: path)
        try writer.append("a record")
        try writer.close()
        var status = stat()
        try #require(fstat(reader.raw, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o644)
    }
}
