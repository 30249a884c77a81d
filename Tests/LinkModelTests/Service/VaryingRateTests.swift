import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct VaryingRateTests {
    private typealias Piece = RateSchedule.Piece

    @Test(arguments: [false, true])
    func `packets take the integral of the rate across pieces, zeros and outages`(repeats: Bool) {
        // Rates of several bits per nanosecond, so that brute force needs few steps; the sizes are arbitrary.
        let pieces = [
            Piece(rateBps: 7_000_000_001, length: 1_013), Piece(rateBps: 0, length: 500),
            Piece(rateBps: 1_999_999_973, length: 2_001), Piece(rateBps: 31_000_000_000, length: 7),
        ]
        let outage: Range<Nanoseconds> = 20_000..<20_777
        let exact = ExactIntegral(pieces: pieces, repeats: repeats, outage: outage)
        var line = VaryingRate(
            RateSchedule(pieces: pieces, repeats: repeats),
            epoch: .zero,
            outages: .listed([(20_000, 777)])
        )
        let sizes = (0..<400).map { 40 + ($0 &* 7919) % 1461 }
        let times = line.carry(sizes)
        #expect(times.count == sizes.count)
        var (bits, wrong): (Int64, Int) = (0, 0)
        for (size, time) in zip(sizes, times) {
            bits += Int64(size) * 8
            if exact.time(ofBits: bits) != time[1] { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    /// Sums up what the rate carries, one nanosecond at a time.
    private struct ExactIntegral {
        /// Bits times 10^9 carried until each nanosecond.
        private var carried: [Int64] = [0]

        init(pieces: [RateSchedule.Piece], repeats: Bool, outage: Range<Nanoseconds>) {
            var rates: [Int64] = []
            for piece in pieces {
                rates += Array(repeating: piece.rateBps, count: Int(piece.length))
            }
            for moment in 0..<2_000_000 {
                let place = repeats ? moment % rates.count : min(moment, rates.count - 1)
                let rate = outage.contains(Nanoseconds(moment)) ? 0 : rates[place]
                carried.append(carried[moment] + rate)
            }
        }

        /// The last whole nanosecond at which at most `bits` had been carried; during a stop, the first.
        func time(ofBits bits: Int64) -> Nanoseconds {
            let wanted = bits * 1_000_000_000
            var (low, high) = (0, carried.count)
            while low < high {
                let middle = (low + high) / 2
                if carried[middle] < wanted { low = middle + 1 } else { high = middle }
            }
            return Nanoseconds(carried[low] == wanted ? low : low - 1)
        }
    }

    @Test func `after its last piece the schedule keeps the last rate or repeats`() {
        let pieces = [Piece(rateBps: 8_000, length: 2_000_000), Piece(rateBps: 8_000_000, length: 1_000_000)]
        let at = Instant(nanoseconds: 3_000_000)
        var once = VaryingRate(RateSchedule(pieces: pieces, repeats: false), epoch: .zero, outages: nil)
        #expect(once.carry([1, 1], from: at) == [[3_000_000, 3_001_000], [3_001_000, 3_002_000]])
        var loop = VaryingRate(RateSchedule(pieces: pieces, repeats: true), epoch: .zero, outages: nil)
        #expect(loop.carry([1, 1000], from: at) == [[3_000_000, 4_000_000], [4_000_000, 5_999_000]])
    }

    @Test func `times count from the epoch`() {
        let pieces = [Piece(rateBps: 0, length: 1_000), Piece(rateBps: 8_000_000_000, length: 1_000)]
        let epoch = Instant(nanoseconds: 50_000)
        var line = VaryingRate(RateSchedule(pieces: pieces, repeats: false), epoch: epoch, outages: nil)
        #expect(line.carry([10], from: epoch) == [[51_000, 51_010]])
    }

    @Test func `a packet interrupted by an outage resumes afterwards`() {
        var line = VaryingRate(
            .steady(8_000_000),
            epoch: .zero,
            outages: .listed([(500, 10_000), (20_000, 1)])
        )
        // One byte per microsecond: half of it before the outage, half after.
        #expect(line.carry([1, 10]) == [[0, 11_000], [11_000, 21_001]])
        // A packet that arrives in an outage begins after it.
        var waiting = VaryingRate(.steady(8_000_000), epoch: .zero, outages: .listed([(0, 10_000)]))
        #expect(waiting.carry([1]) == [[10_000, 11_000]])
    }

    @Test func `without changes it equals the steady rate exactly`() {
        var (varying, steady) = (
            VaryingRate(.steady(999_983), epoch: .zero, outages: nil), Serialiser(rateBps: 999_983)
        )
        let sizes = (0..<2000).map { 40 + ($0 &* 7919) % 1461 }
        #expect(varying.carry(sizes) == steady.carry(sizes))
    }

    @Test func `a stopped link starts no packet and never finishes one`() {
        let pieces = [Piece(rateBps: 8_000, length: 1_500_000), Piece(rateBps: 0, length: 1)]
        var line = VaryingRate(RateSchedule(pieces: pieces, repeats: false), epoch: .zero, outages: nil)
        #expect(line.carry([1, 1]) == [[0, 1_000_000]])
        #expect(line.begin(from: Instant(nanoseconds: 2_000_000)) == nil)
        var dead = VaryingRate(
            RateSchedule(pieces: [Piece(rateBps: 0, length: 1_000)], repeats: true),
            epoch: .zero,
            outages: nil
        )
        #expect(dead.begin(from: .zero) == nil)
    }
}
