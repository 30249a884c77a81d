import Testing

@testable import LinkEngine

@Suite(.timeLimit(.minutes(1)))
struct PacketPoolTests {
    @Test func `every slot is handed out once and reused after its last copy is released`() {
        var pool = PacketPool(slots: 3, largestFrame: 1514)
        var taken: [Int] = []
        while let room = pool.room() {
            room[0] = UInt8(taken.count)
            let expected = pool.nextSlot
            taken.append(pool.take(length: 10 + taken.count, copies: 2, logIndex: nil))
            #expect(taken.last == expected)
        }
        #expect(Set(taken) == [0, 1, 2])
        for (number, slot) in taken.enumerated() {
            #expect(pool.frame(slot)[0] == UInt8(number))
            #expect(pool.frame(slot).count == 10 + number)
        }
        pool.release(taken[1])
        #expect(pool.room() == nil)
        pool.release(taken[1])
        #expect(pool.room() != nil)
        #expect(pool.nextSlot == taken[1])
    }

    @Test func `a slot fits the largest frame`() {
        let pool = PacketPool(slots: 1, largestFrame: 1514)
        #expect((pool.room()?.count ?? 0) >= 1514)
    }
}
