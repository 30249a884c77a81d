import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct OpportunityCursorTests {
    private func cursor(
        _ milliseconds: [UInt32],
        repeats: Bool = true,
        epoch: Instant = .zero,
        outages: OutageCursor? = nil
    ) -> OpportunityCursor {
        OpportunityCursor(
            OpportunityTrace(name: "made", milliseconds: milliseconds, repeats: repeats),
            epoch: epoch,
            outages: outages
        )
    }

    /// Start and end of each packet in milliseconds.
    private func carry(_ sizes: [Int], _ cursor: OpportunityCursor, from moment: Int64 = 0) -> [[Int64]] {
        var cursor = cursor
        let times = cursor.carry(sizes, from: Instant(nanoseconds: moment))
        return times.map { $0.map { $0 / 1_000_000 } }
    }

    @Test func `small waiting packets share an opportunity, a large one takes several`() {
        #expect(carry([500, 500, 500, 500], cursor([2, 5])) == [[2, 2], [2, 2], [2, 2], [5, 5]])
        #expect(carry([1500, 1500, 1500], cursor([2, 2, 5])) == [[2, 2], [2, 2], [5, 5]])
        #expect(carry([4000, 500, 1], cursor([1, 3, 6])) == [[1, 6], [6, 6], [7, 7]])
        // Part of the next packet uses the rest of an opportunity.
        #expect(carry([1000, 1000, 1000], cursor([1, 3, 6])) == [[1, 1], [1, 3], [3, 3]])
    }

    @Test func `the rest of an opportunity is not kept for later packets`() {
        var cursor = cursor([2, 5])
        let at = Instant(nanoseconds: 2_000_000)
        #expect(cursor.begin(from: .zero) == at)
        #expect(cursor.serve(bytes: 100, at: at) == at)
        #expect(cursor.begin(from: at + 1) == Instant(nanoseconds: 5_000_000))
    }

    @Test func `a trace repeats after its last time or carries nothing more`() {
        #expect(carry([1500, 1500, 1500, 1500], cursor([0, 2])) == [[0, 0], [2, 2], [2, 2], [4, 4]])
        #expect(carry([1500, 1500, 1500], cursor([1, 2], repeats: false)) == [[1, 1], [2, 2]])
        // A packet too large for the remaining opportunities never ends.
        #expect(carry([1500, 1501], cursor([1, 2], repeats: false)) == [[1, 1]])
        #expect(carry([1], cursor([1, 2], repeats: false), from: 2_000_001) == [])
    }

    @Test func `times count from the epoch, even for very late requests`() {
        let epoch = Instant(nanoseconds: 500_000)
        #expect(
            cursorTimes(cursor([1, 7], epoch: epoch), [0, 1_500_001, 70_000_000_000_000_000]) == [
                1_500_000, 7_500_000, 70_000_000_000_500_000,
            ]
        )
    }

    private func cursorTimes(_ cursor: OpportunityCursor, _ moments: [Int64]) -> [Int64] {
        var cursor = cursor
        return moments.compactMap { cursor.begin(from: Instant(nanoseconds: $0))?.nanoseconds }
    }

    @Test func `opportunities within a held outage are unused`() {
        let outages = OutageCursor.listed([(1_500_000, 4_000_000)])
        #expect(carry([1500, 2000], cursor([1, 2, 3, 5, 6, 9], outages: outages)) == [[1, 1], [6, 9]])
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `random traffic over a random trace leaves at the defined times`(seed: UInt64) {
        let random = CounterRandom(seed: seed, purpose: .jitter)
        var time: UInt32 = 0
        let trace = (0..<500).map { number -> UInt32 in
            time += UInt32(random.index(packet(number), below: 4)) / 2 * 3
            return time
        }
        var arrival: Int64 = 0
        let packets = (0..<3000).map { number -> (at: Int64, bytes: Int) in
            arrival += Int64(random.index(packet(number, flow: 2), below: 3_000_000))
            return (arrival, 1 + Int(random.index(packet(number, flow: 3), below: 3000)))
        }
        var model = DirectionModel(
            LinkParameters(
                down: DirectionParameters(
                    rate: .trace(OpportunityTrace(name: "made", milliseconds: trace, repeats: true)),
                    queue: .packets(1 << 20)
                ),
                up: DirectionParameters()
            ),
            .down,
            seed: 47
        )
        let ends = model.carry(packets.map { ($0.bytes, Instant(nanoseconds: $0.at)) }).map(\.due.nanoseconds)
        #expect(ends == leaving(packets, trace))
    }

    /// By definition: each opportunity in turn carries 1500 bytes of the waiting packets.
    private func leaving(_ packets: [(at: Int64, bytes: Int)], _ trace: [UInt32]) -> [Int64] {
        var ends: [Int64] = []
        var (current, carried) = (0, 0)
        for round in 0... {
            for millisecond in trace {
                let time = (Int64(round) * Int64(trace[trace.count - 1]) + Int64(millisecond)) * 1_000_000
                var left = 1500
                while left > 0, current < packets.count, packets[current].at <= time {
                    let taken = min(left, packets[current].bytes - carried)
                    left -= taken
                    carried += taken
                    if carried == packets[current].bytes {
                        ends.append(time)
                        (current, carried) = (current + 1, 0)
                    }
                }
                if current == packets.count { return ends }
            }
        }
        return ends
    }
}
