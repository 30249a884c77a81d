import Testing
import Wire

@testable import Serving

@Suite struct OutflowTests {
    private static let ms: Nanoseconds = 1_000_000
    private let start = Instant(nanoseconds: 5_000_000_000)

    /// Sends everything as soon as allowed; returns the times and the bytes sent by then.
    private func course(_ course: ResponseCourse, _ count: Int) -> [[Int]] {
        var outflow = Outflow(course, of: count, from: start)
        var steps: [[Int]] = []
        var now = start
        for _ in 0..<100_000 {
            let before = outflow.open
            let open = outflow.allowance(at: now)
            if open > before { steps.append([Int(now - start), open]) }
            guard let next = outflow.next else { return steps }
            #expect(next > now)
            now = next
        }
        Issue.record("the outflow never ends")
        return steps
    }

    @Test func `without a rate everything is allowed at the start and nothing before`() {
        var outflow = Outflow(ResponseCourse(), of: 1000, from: start)
        #expect(outflow.allowance(at: start - 1) == 0)
        #expect(outflow.allowance(at: start) == 1000)
        #expect(outflow.next == nil)
    }

    @Test func `pieces are sent whole with pauses between, and the last pause repeats`() {
        let fixed = PacedPieces(size: 400, pause: 20 * Self.ms)
        #expect(
            course(ResponseCourse(pieces: fixed), 1000) == [
                [0, 400], [20_000_000, 800], [40_000_000, 1000],
            ]
        )
        let drawn = PacedPieces(size: 1, pauses: [3, 0, 5])
        #expect(course(ResponseCourse(pieces: drawn), 5) == [[0, 1], [3, 3], [8, 4], [13, 5]])
        #expect(course(ResponseCourse(pieces: PacedPieces(size: 2, pauses: [])), 5) == [[0, 5]])
        #expect(PacedPieces(size: 0, pause: 1).size == 1)
    }

    @Test(arguments: [
        (8_000_000, 1_000_000), (8_000, 1000), (8, 3), (1, 2), (3_333_333, 77_777),
        (1_000_000_000, 50_000_000),
    ])
    func `a rate allows bytes exactly as their transmission time passes`(
        rate: Int,
        count: Int
    ) {
        let steps = course(ResponseCourse(rate: rate), count)
        let whole = (Double(count) * 8e9 / Double(rate)).rounded(.up)
        #expect(steps.last == [Int(whole), count])
        for step in steps { #expect(Double(step[1]) * 8e9 / Double(rate) <= Double(step[0])) }
        #expect(steps.count <= max(10, count / 1000))
    }

    @Test func `transmission time and pauses add up`() {
        let paced = ResponseCourse(rate: 8_000_000, pieces: PacedPieces(size: 1000, pause: 7 * Self.ms))
        let steps = course(paced, 2500)
        #expect(steps.contains([1_000_000, 1000]))
        #expect(steps.contains([9_000_000, 2000]))
        #expect(steps.last == [16_500_000, 2500])
    }

    @Test func `a late caller is allowed everything due by then`() {
        var outflow = Outflow(
            ResponseCourse(pieces: PacedPieces(size: 10, pause: 10)),
            of: 100,
            from: start
        )
        #expect(outflow.allowance(at: start + 35) == 40)
        #expect(outflow.next == start + 40)
        #expect(outflow.allowance(at: start + 1_000_000) == 100)
    }

    @Test func `extreme values neither overflow nor hang`() {
        var slow = Outflow(ResponseCourse(rate: 0), of: .max, from: start)
        #expect(slow.allowance(at: start + 8_000_000_000) == 1)
        var quick = Outflow(ResponseCourse(rate: .max), of: .max, from: start)
        #expect(quick.allowance(at: start + 1_000_000_000_000) == .max)
        var large = Outflow(ResponseCourse(pieces: PacedPieces(size: .max, pause: 5)), of: 9, from: start)
        #expect(large.allowance(at: start) == 9)
        #expect(large.next == nil)
    }
}
