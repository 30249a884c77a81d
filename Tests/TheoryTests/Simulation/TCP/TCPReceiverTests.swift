import LinkModel
import Testing
import Wire

@testable import Theory

/// What Linux acknowledges at once and what it holds back, as in the line's log of runs in virtual time.
@Suite struct TCPReceiverTests {
    private static let segment = 1448

    private struct Scene {
        var receiver: TCPReceiver
        var sent: [SimulatedSegment] = []

        init(kernel: KernelRelease = .recent, isMultiplexed: Bool = false) {
            let side = DirectionParameters(rateBps: 10_000_000, oneWayDelay: 15_000_000)
            var plan = SimulationPlan(link: LinkParameters(down: side, up: side), fetches: [])
            plan.kernel = kernel
            if isMultiplexed { plan.multiplexing = SimulatedMultiplexing() }
            // A window that grows is told at once.
            plan.largestBuffer = 131_072
            receiver = TCPReceiver(TCPSettings(plan), isClient: true)
            receiver.begin(at: KernelMoment(.zero))
        }

        /// The data segment with this number arrives, in milliseconds; returns the acknowledgements it causes.
        mutating func hear(_ number: Int, at milliseconds: Int, stamp: Int = 0) -> [SimulatedSegment] {
            let moment = KernelMoment(Instant(nanoseconds: Int64(milliseconds) * 1_000_000))
            var segment = SimulatedSegment()
            segment.sequence = number * TCPReceiverTests.segment
            segment.payload = TCPReceiverTests.segment
            segment.stamp = stamp
            receiver.note(stamp: segment)
            receiver.take(segment, timeout: 50, at: moment)
            var roundTrip = RoundTripEstimate()
            roundTrip.add(40_000, acknowledged: 0, next: 1)
            receiver.finish(roundTrip, at: moment)
            return said()
        }

        mutating func wake(at milliseconds: Double) -> [SimulatedSegment] {
            receiver.wake(timeout: 250, at: KernelMoment(Instant(nanoseconds: Int64(milliseconds * 1e6))))
            return said()
        }

        /// A segment without data arrives.
        mutating func hear(window: Int, from sequence: Int, at milliseconds: Int) -> [SimulatedSegment] {
            let moment = KernelMoment(Instant(nanoseconds: Int64(milliseconds) * 1_000_000))
            var segment = SimulatedSegment()
            segment.sequence = sequence
            segment.window = window
            if receiver.isOutdated(segment) {
                receiver.drop(segment, at: moment)
                return said()
            }
            let isPredicted = receiver.predicts(segment)
            receiver.note(stamp: segment)
            var roundTrip = RoundTripEstimate()
            roundTrip.add(40_000, acknowledged: 0, next: 1)
            if !isPredicted { receiver.decideAcknowledgement(roundTrip, at: moment) }
            return said()
        }

        private mutating func said() -> [SimulatedSegment] {
            var outbox: [SimulatedSegment] = []
            receiver.send(from: 0, to: &outbox)
            return outbox
        }
    }

    /// As Linux 6.6 and later since 2025: the windows of a run, where the first segment was lost.
    @Test(arguments: [("6.1.192", [64_512, 64_512, 64_512]), ("6.12.117", [67_072, 70_144, 73_216])])
    func `out-of-order segments grow the window if they reveal the full segment size`(
        _ release: String,
        _ windows: [Int]
    ) throws {
        var scene = Scene(kernel: try #require(KernelRelease(release)))
        let told = (1...3).flatMap { scene.hear($0, at: 10 * $0) }
        #expect(told.map(\.acknowledged) == [0, 0, 0])
        #expect(told.map { ($0.window + 511) / 512 * 512 } == windows)
    }

    /// A scene that has heard so many segments in order that none is acknowledged at once any more.
    private func settled(upTo count: Int) -> Scene {
        var scene = Scene()
        for number in 0..<count { _ = scene.hear(number, at: 10 * number) }
        return scene
    }

    /// RFC 7323, 4.3: the sender measures up to the acknowledgement of the segment that waited.
    @Test func `an acknowledgement echoes the timestamp of the first segment that it covers`() throws {
        var scene = settled(upTo: 200)
        var told = scene.hear(200, at: 2000, stamp: 2000)
        if told.isEmpty { told = scene.hear(201, at: 2001, stamp: 2001) }
        let first = told.last.map { $0.acknowledged / Self.segment } ?? 0
        #expect(scene.hear(first, at: 2002, stamp: 2002).isEmpty)
        let answer = try #require(scene.hear(first + 1, at: 2003, stamp: 2003).first)
        #expect(answer.echo == 2002)
    }

    /// Three acknowledgements after a gap go at once; the one that fills part of it is the first of the next three.
    @Test func `a segment that partly fills a gap counts as the first of three quick acknowledgements`() {
        var scene = settled(upTo: 200)
        // 200 and 203 are lost. The first beyond the gap enlarges the window, which is told besides.
        let gap = [201, 202, 204, 205, 206, 207].map { scene.hear($0, at: 2000 + 2 * ($0 - 200)).count }
        #expect(gap == [1, 1, 1, 1, 0, 0])
        _ = scene.wake(at: 2020)
        #expect(scene.hear(200, at: 2030).map(\.acknowledged) == [203 * Self.segment])
        #expect([208, 209, 210].map { scene.hear($0, at: 2030 + 2 * ($0 - 200)).count } == [1, 1, 0])
    }

    @Test func `a segment that fills the last gap is acknowledged at once`() {
        var scene = settled(upTo: 200)
        for number in 201...205 { _ = scene.hear(number, at: 2000 + number) }
        #expect(scene.hear(200, at: 2300).map(\.acknowledged) == [206 * Self.segment])
    }

    @Test func `a window update shortly before its deadline releases a delayed acknowledgement`() {
        for (window, at, count) in [(0, 2036, 0), (5000, 2012, 0), (5000, 2036, 1)] {
            var scene = settled(upTo: 200)
            #expect(scene.hear(200, at: 2000).isEmpty)
            let said = scene.hear(window: window, from: 201 * Self.segment, at: at)
            #expect(said.count == count, "window \(window) after \(at) ms")
        }
    }

    @Test func `a delayed acknowledgement carries the timestamp of the packet before it`() throws {
        var scene = settled(upTo: 200)
        scene.receiver.heard(
            SimulatedHost.HandlingTimes(
                came: Instant(nanoseconds: 2_014_000_000),
                heard: Instant(nanoseconds: 2_014_000_000),
                seen: Instant(nanoseconds: 2_014_000_000)
            )
        )
        for number in 201...207 { _ = scene.hear(number, at: 2000 + 2 * (number - 200)) }
        let held = try #require(scene.wake(at: 2020).first)
        #expect(held.stamp == 2014)
    }

    @Test
    func
        `a segment from before the last acknowledgement is answered, one without data once in half a second`()
    {
        var scene = settled(upTo: 201)
        _ = scene.wake(at: 2050)
        #expect(
            [2100, 2200, 2599, 2600].map { scene.hear(window: 0, from: 0, at: $0).count } == [1, 0, 0, 1]
        )
        let next = 201 * Self.segment
        #expect(scene.hear(window: 0, from: next, at: 2700).isEmpty)
    }
}
