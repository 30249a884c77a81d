import LinuxIO
import TestSupport
import Testing

@testable import CacheClient

/// Separate programs that use a folder: killed, in parallel, and without space. They take long, and waiting
/// for one blocks a thread, so it is not one of the pool that all other tests need.
@Suite(.timeLimit(.minutes(5)))
struct DiskProcessTests {
    private let temporary = TemporaryFolder()

    private static func run(_ program: Program) async throws -> ProgramOutput {
        try await OwnThread.run { try program.run() }
    }

    private static func writer(_ arguments: String...) throws -> Program {
        let own = try #require(Executable.path)
        let folder = own[..<(try #require(own.lastIndex(of: "/")))]
        return Program("\(folder)/CacheWriter", arguments)
    }

    @Test func `a thousand kills while writing damage no entry and lose no finished one`()
        async throws
    {
        let output = try await Self.run(Self.writer("killed", temporary.path, "1000", "6000"))
        #expect(output.status == 0, "3: an entry is damaged; 4: one is lost. \(output.errors)")
        let numbers = output.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        #expect(
            numbers.count == 3 && numbers[0] > 1000 && numbers[1] <= 250 && numbers[2] == 20,
            "\(output.output)"
        )
    }

    @Test func `unfinished files of a killed process are ignored and removed later`() async throws {
        _ = try await Self.run(Self.writer("killed", temporary.path, "50", "6000"))
        TemporaryFolder.write([1], to: temporary.file(DiskFolder.temporaryPrefix + "1-1"))
        var folder = DiskFolder(path: temporary.path, limits: CacheLimits())
        let later = RunClock.wall() + DiskFolder.abandonedAfter + 60_000_000_000
        try folder.open(at: later)
        #expect(temporary.names.allSatisfy { EntryName($0) != nil })
        #expect(folder.count == temporary.names.count)
    }

    @Test func `two processes on one folder read only complete entries and keep the limits`()
        async throws
    {
        let programs = try (1...2).map { try Self.writer("share", temporary.path, "\($0)", "3000") }
        let outputs = try await OwnThread.run {
            try programs.map { try $0.start() }.map { try $0.finish() }
        }
        for output in outputs {
            #expect(output.status == 0, "\(output.errors)")
            let numbers = output.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            #expect(numbers.count == 2 && numbers[0] > 0 && numbers[1] <= 10, "\(output.output)")
        }
        #expect(temporary.names.allSatisfy { EntryName($0) != nil })
        #expect(temporary.names.count <= 20)
        var folder = DiskFolder(path: temporary.path, limits: CacheLimits(count: 10))
        try folder.open(at: RunClock.wall())
        #expect(temporary.names.count <= 10)
    }

    private static let mayMount = Machine.userNumber == 0

    /// Runs on a file system of half a megabyte that is removed with the program.
    private func fill(_ images: Int, _ size: Int) async throws -> [Substring] {
        let writer = try Self.writer()
        let script =
            "mount -t tmpfs -o size=512k none \(temporary.path) && "
            + "exec \(writer.path) fill \(temporary.path) \(images) \(size)"
        let output = try await Self.run(Program("/usr/bin/unshare", ["-m", "/bin/sh", "-c", script]))
        try #require(output.status == 0, "\(output.errors)")
        let lines = output.output.split(whereSeparator: \.isNewline)
        try #require(lines.count >= 2, "\(output.output)")
        return lines
    }

    @Test(.enabled(if: mayMount, "only root may mount a small file system"))
    func `a full file system evicts the least recently used entries`() async throws {
        let lines = try await fill(40, 50_000)
        let numbers = lines[0].split(separator: " ").compactMap { Int($0) }
        #expect(numbers.count == 4)
        #expect(numbers[0] == 40, "all were held")
        #expect(numbers[2] == 39, "the last is there")
        #expect((3...10).contains(numbers[3]), "\(lines)")
        #expect(lines[1] == "no failure")
    }

    @Test(.enabled(if: mayMount, "only root may mount a small file system"))
    func `a store without enough space is reported and evicts nothing`() async throws {
        let lines = try await fill(2, 600_000)
        #expect(lines[0] == "0 -1 -1 0")
        #expect(lines[1].hasSuffix("No space left on device"), "\(lines[1])")
    }
}
