import LinuxIO
import Testing

@Suite struct ParallelRoundsTests {
    @Test(arguments: [1, 2, 7], [1, 3, 100])
    func `results arrive completely and in order`(_ threads: Int, _ piece: Int) throws {
        var seen: [Int] = []
        try ParallelRounds(threads: threads, piece: piece).run(3..<50) {
            Array($0)
        } _: { numbers in
            seen += numbers
            return true
        }
        #expect(seen == Array(3..<50))
    }

    @Test func `rounds stop when the consumer has enough`() throws {
        var seen: [Int] = []
        try ParallelRounds(threads: 2, piece: 5).run(0..<1_000_000_000) {
            Array($0)
        } _: { numbers in
            seen += numbers
            return seen.count < 10
        }
        #expect(seen == Array(0..<10))
    }
}
