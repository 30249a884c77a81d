import Testing
import Wire

@testable import Theory

@Suite struct BottleneckModelTests {
    private var path = BottleneckPath()

    // MARK: Pacing

    @Test func `starts pacing at the initial window per round trip, times 2.89, less one percent`() {
        // 10 * 1448 / 0.04 * 739 / 256 * 0.99, as an integer in units of 2^-24 segments per microsecond.
        #expect(path.model.pacingRate == 1_034_467)
        // Without a measurement, the round trip counts as a millisecond.
        #expect(BottleneckPath(meanRoundTrip: 0).model.pacingRate / 1_034_467 == 40)
    }

    @Test mutating func `the pacing rate only rises during startup`() {
        path.round(40)
        let before = path.model.pacingRate
        #expect(before > 1_034_467)
        path.round(20)
        #expect(path.model.pacingRate == before)
    }

    @Test mutating func `the first measured round trip replaces the default of 1 ms`() {
        path = BottleneckPath(meanRoundTrip: 0)
        path.round(1)
        #expect(path.model.pacingRate < 2_000_000)
    }

    // MARK: Starting

    @Test mutating func `three rounds of growth below 25 % end startup`() {
        for segments in [10, 20, 40, 45, 45] {
            path.round(segments)
            #expect(path.model.stage == .startup && path.model.pacingGain == 739)
        }
        path.round(45)
        #expect(path.model.stage == .drain && path.model.pacingGain == 88 && path.model.windowGain == 739)
    }

    @Test mutating func `growing or application-limited rounds do not end startup`() {
        for round in 0..<12 { path.round(10 << round) }
        #expect(path.model.stage == .startup)
        for _ in 0..<12 { path.round(1) { $0.sample?.isApplicationLimited = true } }
        #expect(path.model.stage == .startup)
    }

    @Test mutating func `an acknowledgement within a round does not start a new one`() {
        path.round(40)
        for _ in 0..<12 {
            path.round(40) { $0.sample?.deliveredBefore = 1 }
        }
        #expect(path.model.rounds == 1 && path.model.stage == .startup)
    }

    @Test mutating func `drain ends when the queue is empty`() {
        for _ in 1...4 { path.round(40) }
        #expect(path.model.stage == .drain)
        // One segment per millisecond for 40 ms makes 40, plus three pairs.
        path.round(40) { $0.inFlight = 47 }
        #expect(path.model.stage == .drain)
        path.round(40) { $0.inFlight = 46 }
        #expect(path.model.stage == .probingRate && path.model.phase != 1)
    }

    @Test mutating func `data delivered before the next packets counts as drained`() {
        for _ in 1...4 { path.round(40) }
        path.round(40) {
            $0.inFlight = 50
            $0.held = 5000
        }
        #expect(path.model.stage == .probingRate)
    }

    // MARK: Cycling

    @Test mutating func `each phase lasts a round trip, the probing one until enough is in flight`() {
        path.settle()
        path.model.phase = 7
        path.round(41, over: 41)
        #expect(path.model.phase == 0 && path.model.pacingGain == 320)
        path.round(41, over: 41) { $0.inFlightBefore = 50 }
        #expect(path.model.phase == 0)
        // 40 times 1.25 are 50, plus three pairs, two for the probe, and the pair that goes next.
        path.round(41, over: 41) { $0.inFlightBefore = 56 }
        #expect(path.model.phase == 1 && path.model.pacingGain == 192)
        path.round(1, over: 1) { $0.inFlightBefore = 60 }
        #expect(path.model.phase == 1)
        path.round(1, over: 1) { $0.inFlightBefore = 40 }
        #expect(path.model.phase == 2 && path.model.pacingGain == 256)
        path.round(40, over: 40)
        #expect(path.model.phase == 2)
        path.round(1, over: 1)
        #expect(path.model.phase == 3)
    }

    @Test mutating func `a loss ends the probing phase`() {
        path.settle()
        path.model.phase = 7
        path.round(41, over: 41)
        path.round(41, over: 41) {
            $0.inFlightBefore = 20
            $0.lost = 1
        }
        #expect(path.model.phase == 1)
    }

    // MARK: Probing for the round trip

    @Test mutating func `ten seconds without a new minimum round trip cut the window for 200 ms and a round`()
    {
        path.settle()
        while path.time < 10_000 { path.round(40) { $0.roundTrip = 50_000 } }
        #expect(path.model.stage == .probingRate)
        while path.model.stage == .probingRate { path.round(40) { $0.roundTrip = 45_000 } }
        #expect(path.model.stage == .probingRoundTrip && path.window == 4)
        #expect(path.time < 10_300 && path.model.leastRoundTrip == 45_000)
        // The time counts from when at most four are in flight.
        path.round(4, over: 400) { $0.inFlight = 10 }
        path.round(4) { $0.inFlight = 4 }
        let began = path.time
        while path.model.stage == .probingRoundTrip { path.round(4) { $0.inFlight = 4 } }
        #expect(path.time - began > 200 && path.time - began <= 280)
        #expect(path.model.stage == .probingRate && path.window >= 86)
    }

    @Test mutating func `a round trip equal to the minimum, or a rest, avoids the round-trip probe`() {
        path.settle()
        while path.time < 30_000 { path.round(40) }
        #expect(path.model.stage == .probingRate)
        path.time += 20_000
        path.window = path.model.restart(window: path.window, at: Instant(nanoseconds: 50_000_000_000))
        path.round(40) { $0.roundTrip = 60_000 }
        #expect(path.model.stage == .probingRate)
    }

    // MARK: Restarting

    @Test mutating func `after a rest it sends at the estimated rate, not the probing rate`() {
        path.settle()
        path.model.phase = 7
        path.round(41, over: 41)
        let probing = path.model.pacingRate
        #expect(path.model.restart(window: 60, at: Instant(nanoseconds: 5_000_000_000)) == 60)
        #expect(path.model.pacingRate * 5 / 4 <= probing + 2 && path.model.pacingRate < probing)
    }
}
