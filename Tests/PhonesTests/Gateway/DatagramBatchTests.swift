import Testing
import Wire
import WireGuard

@testable import Phones

@Suite struct DatagramBatchTests {
    private static let here = TunnelEndpoint(address: .loopback4, port: 1)
    private static let there = TunnelEndpoint(address: .loopback4, port: 2)

    private static func datagram(_ count: Int, _ mark: UInt8 = 7) -> [UInt8] {
        Array(repeating: mark, count: count)
    }

    /// Which of these, and to where, go with the first; all bytes together.
    private static func together(_ datagrams: [([UInt8], TunnelEndpoint)]) -> (
        fits: [Bool], batch: DatagramBatch
    ) {
        var batch = DatagramBatch(datagrams[0].0, to: datagrams[0].1)
        let fits = datagrams.dropFirst().map { batch.add($0.0, to: $0.1) }
        return (fits, batch)
    }

    @Test func `datagrams of one size go together, and a shorter one is the last`() {
        let all = [(100, 1), (100, 2), (60, 3), (60, 4)].map { (Self.datagram($0, $1), Self.here) }
        let (fits, batch) = Self.together(all)
        #expect(fits == [true, true, false])
        #expect(batch.each == 100)
        #expect(batch.bytes == all[0].0 + all[1].0 + all[2].0)
    }

    @Test func `longer datagrams, empty ones and those for others go alone`() {
        let first = (Self.datagram(100), Self.here)
        let others = [(Self.datagram(101), Self.here), ([], Self.here), (Self.datagram(100), Self.there)]
        let (fits, batch) = Self.together([first] + others)
        #expect(fits == [false, false, false])
        #expect(batch.bytes == first.0)
    }

    @Test(arguments: [(10, 64), (1_452, 44), (40_000, 1)])
    func `a batch is no larger than the kernel takes`(_ size: Int, _ most: Int) {
        var batch = DatagramBatch(Self.datagram(size), to: Self.here)
        var count = 1
        while batch.add(Self.datagram(size), to: Self.here) { count += 1 }
        #expect(count == most)
    }
}
