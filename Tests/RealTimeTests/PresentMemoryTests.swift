import Glibc
import LinuxIO
import RealTime
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PresentMemoryTests {
    private static let page = Int(getpagesize())

    /// Page faults of the calling thread's first write to this many bytes, which do not begin or end at a
    /// page boundary.
    ///
    /// Uses a separate mapping, because an allocator may return memory that another thread has already
    /// written.
    private static func pagesComing(_ bytes: Int, isPrepared: Bool) throws -> Int {
        let length = bytes + 2 * page
        let mapped = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        let start = try #require(mapped != MAP_FAILED ? mapped : nil)
        defer { munmap(start, length) }
        // Small pages, even if the system gives large ones to all.
        madvise(start, length, MADV_NOHUGEPAGE)
        let memory = UnsafeMutableRawBufferPointer(start: start + 64, count: bytes)
        if isPrepared { PresentMemory.prepare(memory) }
        let before = faults()
        for place in stride(from: 0, to: bytes, by: page) { memory[place] = 1 }
        return faults() - before
    }

    private static func faults() -> Int {
        var usage = rusage()
        // RUSAGE_THREAD, which Glibc does not export to Swift.
        getrusage(__rusage_who_t(1), &usage)
        return usage.ru_minflt
    }

    @Test func `the first write to prepared memory causes no page faults`() async throws {
        let bytes = 5_000_000
        let (without, with) = try await OwnThread.run {
            (try Self.pagesComing(bytes, isPrepared: false), try Self.pagesComing(bytes, isPrepared: true))
        }
        #expect(without > bytes / Self.page / 2)
        #expect(with <= 4)
    }

    @Test(arguments: [0, 1, 4095, 4097])
    func `a small or empty buffer can be prepared`(bytes: Int) async throws {
        try await OwnThread.run { _ = try Self.pagesComing(bytes, isPrepared: true) }
    }
}
