import Testing
import Wire

@testable import Inspection

@Suite struct PauseTests {
    private static let ms: Int64 = 1_000_000
    private static let roundTrip: Int64 = 300 * ms
    private static let segment = 1460

    /// Segments by their times in milliseconds; a negative time marks a repair.
    private func track(_ times: [Int64], roundTrip: Int64? = roundTrip) -> PauseTrack {
        var track = PauseTrack()
        for time in times {
            track.take(
                abs(time) * Self.ms,
                bytes: Self.segment,
                isRepair: time < 0,
                roundTrip: roundTrip
            )
        }
        return track
    }

    private func spans(_ series: PauseSeries) -> [[Int64]] {
        series.pauses.map { [$0.start / Self.ms, $0.end / Self.ms] }
    }

    @Test func `a pause within a round trip counts as waiting for acknowledgements`() {
        let track = track([1, 8, 15, 22, 29, 300, 307, 314, 321, 700])
        #expect(spans(track.window) == [[29, 300], [321, 700]])
        #expect(track.recovery.pauses.isEmpty)
    }

    @Test func `pauses around a retransmission count as recovery`() {
        let track = track([1, 8, 15, 22, 29, -320, -327, 334])
        #expect(spans(track.recovery) == [[29, 320]] && track.window.pauses.isEmpty)
    }

    @Test func `a sparse or long-silent sender, or an unknown round trip, yields no window pause`() {
        #expect(track([1, 250, 500, 750, 1000]).window.pauses.isEmpty)
        #expect(track([1, 8, 15, 22, 29, 500, 507]).window.pauses.isEmpty)
        #expect(track([1, 8, 15, 22, 29, 300], roundTrip: nil).window.pauses.isEmpty)
        #expect(track([8, 1, .max / Self.ms, 3]).window.pauses.isEmpty)
    }

    @Test func `packet spacing on a slow line does not count as a pause`() {
        #expect(track((0..<100).map { $0 * 9 }).window.pauses.isEmpty)
    }

    @Test func `merges neighbouring pauses without losing time`() {
        var series = PauseSeries()
        for place in 0..<1000 as Range<Int64> { series.add(from: place * 100, to: place * 100 + 30) }
        #expect(series.pauses.count <= 64)
        #expect(series.pauses.reduce(0) { $0 + $1.time } == 30_000)
        let half = series.within(0, 50_000).reduce(0) { $0 + $1.time }
        #expect(abs(half - 15_000) < 300)
        #expect(series.within(200_000, 300_000).isEmpty)
    }

    @Test func `counts extreme timestamps as pauses`() {
        var series = PauseSeries()
        for _ in 0..<3 { series.add(from: 0, to: .max) }
        #expect(series.within(0, .max).count == 3 && series.within(1, 2).map(\.time) == [1, 1, 1])
        let track = track([1, 8, 15, 22, 29, -(.max / Self.ms)])
        #expect(track.recovery.pauses.count == 1)
    }

    @Test func `counts goodput for any distance between timestamps`() {
        var series = GoodputSeries()
        let stamps: [Int64] = [0, 10_000_000, 1_700_000_000_000_000_000, .max - 1, .max, 5]
        for stamp in stamps { series.add(1000, at: stamp) }
        #expect(series.steps.reduce(0, +) == 6000 && series.steps.count <= 64)
    }

    @Test func `bytes behind a gap count when they arrive`() {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        let start = builder.packets.count
        for place in [0, 2, 3, 4, 5, 6, 7, 8, 9, 1] {
            builder.send(.server, at: place * 1000, [UInt8](repeating: 65, count: 1000), ack: 0)
        }
        // Ten milliseconds apart, so each is in a separate step.
        for place in builder.packets.indices {
            builder.packets[place].header.stamp = PacketBuilder.stamp(10 * (place - start))
        }
        let down = builder.inspect().flows.first?.down
        #expect(down?.goodput.steps == Array(repeating: 1000, count: 10))
        #expect(down?.streamBytes == 10_000)
        #expect(down?.goodput.bytes(from: PacketBuilder.stamp(5), to: PacketBuilder.stamp(25)) == 2000)
    }

    @Test func `duplicate and overlapping bytes count once`() {
        var builder = PacketBuilder()
        builder.handshake()
        for (place, length) in [(0, 1000), (0, 1000), (2000, 1000), (1500, 2000), (500, 1500), (500, 3000)] {
            builder.send(.server, at: place, [UInt8](repeating: 65, count: length), ack: 0)
        }
        let down = builder.inspect().flows.first?.down
        #expect(down?.goodput.steps.reduce(0, +) == 3500 && down?.streamBytes == 3500)
    }
}
