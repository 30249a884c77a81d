import Testing
import Wire

@testable import Theory

@Suite struct BottleneckModelTests {
    private var path = BottleneckPath()

    // MARK: Pacing

    @Test func `it begins with its first window a round trip, times 2.89, less a hundredth`() {
        // 10 * 1448 / 0.04 * 739 / 256 * 0.99, as an integer in units of 2^-24 segments per microsecond.
        #expect(path.model.pacingRate == 1_034_467)
        // Without a measurement, the round trip counts as a millisecond.
        #expect(BottleneckPath(meanRoundTrip: 0).model.pacingRate / 1_034_467 == 40)
    }

    @Test mutating func `until the pipe is full the rate only rises`() {
        path.round(40)
        let before = path.model.pacingRate
        #expect(before > 1_034_467)
        path.round(20)
        #expect(path.model.pacingRate == before)
    }

    @Test mutating func `a round trip that is measured late replaces the millisecond`() {
        path = BottleneckPath(meanRoundTrip: 0)
        path.round(1)
        #expect(path.model.pacingRate < 2_000_000)
    }

    // MARK: Starting

    @Test mutating func `three rounds that bring less than a quarter more end the start`() {
        for segments in [10, 20, 40, 45, 45] {
            path.round(segments)
            #expect(path.model.stage == .startup && path.model.pacingGain == 739)
        }
        path.round(45)
        #expect(path.model.stage == .drain && path.model.pacingGain == 88 && path.model.windowGain == 739)
    }

    @Test mutating func `rounds that grow, or in which the application left room, do not`() {
        for round in 0..<12 { path.round(10 << round) }
        #expect(path.model.stage == .startup)
        for _ in 0..<12 { path.round(1) { $0.sample?.isApplicationLimited = true } }
        #expect(path.model.stage == .startup)
    }

    @Test mutating func `an acknowledgement within a round is no round`() {
        path.round(40)
        for _ in 0..<12 {
            path.round(40) { $0.sample?.deliveredBefore = 1 }
        }
        #expect(path.model.rounds == 1 && path.model.stage == .startup)
    }

    @Test mutating func `what was queued is emptied down to what the path holds`() {
        for _ in 1...4 { path.round(40) }
        #expect(path.model.stage == .drain)
        // One segment per millisecond for 40 ms makes 40, plus three pairs.
        path.round(40) { $0.inFlight = 47 }
        #expect(path.model.stage == .drain)
        path.round(40) { $0.inFlight = 46 }
        #expect(path.model.stage == .probingRate && path.model.phase != 1)
    }

    @Test mutating func `what will be delivered before the next ones go counts as gone`() {
        for _ in 1...4 { path.round(40) }
        path.round(40) {
            $0.inFlight = 50
            $0.held = 5000
        }
        #expect(path.model.stage == .probingRate)
    }

    // MARK: Cycling

    @Test mutating func `phases last a round trip, and the one that probes until enough is out`() {
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

    @Test mutating func `a loss ends the phase that probes`() {
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

    @Test mutating func `ten seconds without a shorter round trip cut the window for 200 ms and a round`() {
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

    @Test mutating func `a round trip as short as the shortest, or a rest, spares it`() {
        path.settle()
        while path.time < 30_000 { path.round(40) }
        #expect(path.model.stage == .probingRate)
        path.time += 20_000
        path.window = path.model.restart(window: path.window, at: Instant(nanoseconds: 50_000_000_000))
        path.round(40) { $0.roundTrip = 60_000 }
        #expect(path.model.stage == .probingRate)
    }

    // MARK: Restarting

    @Test mutating func `after a rest it goes at the rate, not a probe's`() {
        path.settle()
        path.model.phase = 7
        path.round(41, over: 41)
        let probing = path.model.pacingRate
        #expect(path.model.restart(window: 60, at: Instant(nanoseconds: 5_000_000_000)) == 60)
        #expect(path.model.pacingRate * 5 / 4 <= probing + 2 && path.model.pacingRate < probing)
    }
}
