import Testing

@testable import Theory

@Suite struct ReceiveQueueTests {
    private func queue(_ ranges: [Range<Int>]) -> ReceiveQueue {
        var queue = ReceiveQueue(headers: 52)
        for range in ranges { queue.add(range) }
        return queue
    }

    @Test(arguments: [(140, 832), (141, 1280), (588, 1280), (589, 2304), (1448, 2304)])
    func `a packet takes memory according to its payload`(payload: Int, memory: Int) {
        #expect(queue([0..<payload]).memory == memory)
    }

    @Test(arguments: [(120, 832), (121, 1280), (568, 1280), (569, 2304)])
    func `the larger headers of IPv6 leave less room for it`(payload: Int, memory: Int) {
        var queue = ReceiveQueue(headers: 72)
        queue.add(0..<payload)
        #expect(queue.memory == memory)
    }

    @Test func `a short packet takes no memory if it fits behind the one before it`() {
        // 1,612 bytes fit into the memory of a full segment.
        #expect(queue([0..<1228, 1228..<1612]).memory == 2304)
        #expect(queue([0..<1228, 1228..<1613]).memory == 2304 + 1280)
        #expect(queue([0..<1228, 1228..<1500, 1500..<1612]).memory == 2304)
        #expect(queue([0..<1228, 1228..<1500, 1500..<1613]).memory == 2304 + 832)
    }

    @Test func `packets on both sides of a gap are not merged before it is filled`() {
        var queue = queue([0..<1228, 2456..<2592, 2592..<3820])
        #expect(queue.memory == 2304 + 832 + 2304)
        queue.add(1228..<2456)
        #expect(queue.memory == 3 * 2304 + 832)
        queue.join(from: 1228, to: 3820)
        #expect(queue.memory == 3 * 2304)
    }

    @Test func `filling a gap merges up to the next gap only`() {
        var queue = queue([1228..<1300, 3000..<4228, 4228..<4300])
        queue.add(0..<1228)
        queue.join(from: 0, to: 1300)
        #expect(queue.memory == 2 * 2304)
    }

    @Test func `a packet keeps its memory until all of it is read`() {
        var queue = queue([0..<1448, 1448..<2896])
        queue.drop(upTo: 1447)
        #expect(queue.memory == 2 * 2304)
        queue.drop(upTo: 1448)
        #expect(queue.memory == 2304)
        queue.drop(upTo: 2896)
        #expect(queue.memory == 0)
    }

    @Test func `the first packet ends where a short one before a filled gap ends`() {
        var queue = queue([144..<1492, 1492..<2840])
        queue.add(0..<144)
        queue.join(from: 0, to: 2840)
        #expect(queue.firstEnd == 144)
        queue.drop(upTo: 144)
        #expect(queue.firstEnd == 1492)
        queue.drop(upTo: 2840)
        #expect(queue.firstEnd == nil)
    }

    @Test func `a packet that covers others beyond a gap takes their place`() {
        #expect(queue([1000..<1100, 1200..<1300, 1000..<2000]).memory == 2304)
    }

    @Test(arguments: [1, 7, 100]) func `ten thousand packets read in turn leave nothing behind`(waiting: Int)
    {
        var queue = ReceiveQueue(headers: 52)
        for number in 0..<10_000 {
            queue.add(number * 1448..<(number + 1) * 1448)
            queue.drop(upTo: (number + 1 - waiting) * 1448)
            #expect(queue.memory == min(number + 1, waiting) * 2304)
        }
    }
}
