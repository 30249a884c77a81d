import Testing

@testable import Inspection

@Suite struct SilenceTrackTests {
    private static let ms: Int64 = 1_000_000

    /// Packets by their times in milliseconds; a negative time has bytes that repair something, 0 in `bare` has none.
    private func track(_ times: [Int64], bare: Set<Int64> = []) -> [CaptureSilence] {
        var track = SilenceTrack()
        var last: Int64 = 0
        for time in times {
            let stamp = abs(time) * Self.ms
            track.pass(from: last, to: stamp)
            if !bare.contains(time) { track.resume(isRepair: time < 0) }
            last = stamp
        }
        return track.longest
    }

    private func silence(_ start: Int64, _ end: Int64, isRepaired: Bool = false) -> CaptureSilence {
        CaptureSilence(start: start * Self.ms, end: end * Self.ms, isRepaired: isRepaired)
    }

    @Test func `a silence ends with the next data, and is marked if that is a retransmission`() {
        #expect(track([10, 1510]) == [silence(10, 1510)])
        #expect(track([10, -1510, 1511]) == [silence(10, 1510, isRepaired: true)])
        // Shorter than a sender's shortest timer.
        #expect(track([10, 209]).isEmpty)
        #expect(track([10, 1510], bare: [1510]).isEmpty)
    }

    @Test func `the longer of two silences around a probe counts`() {
        #expect(track([10, 510, 1510], bare: [510]) == [silence(510, 1510)])
        #expect(track([10, 1510, 1810], bare: [1510]) == [silence(10, 1510)])
    }

    @Test func `keeps the longest silences in chronological order`() {
        let found = track([0, 300, 700, 1200, 1500, 2200])
        #expect(found == [silence(300, 700), silence(700, 1200), silence(1200, 1500), silence(1500, 2200)])
    }

    @Test func `timestamps that run backwards are no silence`() {
        #expect(track([2000, 10, 30]) == [silence(0, 2000)])
    }
}
