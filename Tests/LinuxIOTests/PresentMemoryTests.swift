import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PresentMemoryTests {
    private static let page = Int(getpagesize())

    /// The pages that came because the calling thread wrote for the first time to so many bytes.
    private static func pagesComing(_ bytes: Int, isPrepared: Bool) -> Int {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
        defer { memory.deallocate() }
        if isPrepared { PresentMemory.prepare(memory) }
        let before = faults()
        for place in stride(from: 0, to: bytes, by: page) { memory[place] = 1 }
        return faults() - before
    }

    private static func faults() -> Int {
        var usage = rusage()
        // RUSAGE_THREAD, which Glibc does not tell Swift.
        getrusage(__rusage_who_t(1), &usage)
        return usage.ru_minflt
    }

    @Test func `no page comes when prepared memory is first written`() async throws {
        // Neither begins nor ends with a page.
        let bytes = 5_000_000
        let (without, with) = try await OwnThread.run {
            (Self.pagesComing(bytes, isPrepared: false), Self.pagesComing(bytes, isPrepared: true))
        }
        #expect(without > bytes / Self.page / 2)
        #expect(with <= 4)
    }

    @Test(arguments: [0, 1, 4095, 4097])
    func `what has hardly a page may be prepared as well`(bytes: Int) async throws {
        try await OwnThread.run { _ = Self.pagesComing(bytes, isPrepared: true) }
    }
}
