import Testing
import Wire

@testable import LinkEngine

@Suite(.timeLimit(.minutes(1)))
struct PacketRingTests {
    /// A ring by reference, filled and emptied with packets whose bytes tell their number.
    private final class Tube {
        private var ring: PacketRing
        private(set) var wrong = 0

        init(bytes: Int, packets: Int) {
            ring = PacketRing(bytes: bytes, packets: packets)
        }

        var count: Int { ring.count }

        func put(_ number: Int, length: Int) -> Bool {
            guard let room = ring.room() else { return false }
            room[0] = UInt8(truncatingIfNeeded: number)
            room[length - 1] = UInt8(truncatingIfNeeded: number)
            ring.append(length: length, due: Instant(nanoseconds: Int64(number)), logIndex: number)
            return true
        }

        func take() -> Int? {
            guard let due = ring.nextDue else { return nil }
            let (entry, bytes) = ring.first
            let number = Int(due.nanoseconds)
            let mark = UInt8(truncatingIfNeeded: number)
            if entry.logIndex != number || bytes[0] != mark || bytes[bytes.count - 1] != mark { wrong += 1 }
            ring.removeFirst()
            return number
        }
    }

    @Test func `packets come out in order and whole, however often the ring wraps`() {
        let tube = Tube(bytes: 0, packets: 256)
        var (next, expected, refused) = (0, 0, 0)
        for round in 0..<20_000 {
            for step in 0..<(1 + round % 7) {
                if tube.put(next, length: 1 + (next &* 977 &+ step) % 9000) {
                    next += 1
                } else {
                    refused += 1
                }
            }
            for _ in 0..<(1 + round % 5) {
                guard let taken = tube.take() else { break }
                #expect(taken == expected)
                expected += 1
            }
        }
        while tube.take() != nil { expected += 1 }
        #expect(expected == next)
        #expect(tube.wrong == 0)
        #expect(refused > 0)
    }

    @Test func `a ring of so many packets takes exactly so many`() {
        let tube = Tube(bytes: 1 << 20, packets: 100)
        let taken = (0..<200).prefix { tube.put($0, length: 40) }
        // Rounded up to a power of two.
        #expect(taken.count == 128)
        #expect(tube.take() == 0)
        #expect(tube.put(128, length: 40))
        #expect(tube.count == 128)
    }
}
