import Testing
import Wire

@testable import Theory

@Suite struct BottleneckWindowTests {
    private var path = BottleneckPath()

    @Test mutating func `startup grows the window by the delivered segments, up to 2.89 times the path`() {
        path.round(10)
        #expect(path.window == 20)
        path.round(20)
        #expect(path.window == 40)
        // One segment per millisecond: the path holds 40.
        for _ in 0..<2 { path.round(40) }
        let most = path.window
        #expect(most == 120)
    }

    @Test mutating func `after startup the window is twice the path plus three pairs, rounded to even`() {
        path.settle()
        for _ in 0..<12 { path.round(40) }
        // 80, 6, and the largest batch of acknowledged segments: forty, since the rate's time is 100 ms.
        #expect(path.window % 2 == 0 && path.window >= 86 && path.window <= 86 + 40 + 2)
    }

    @Test
    mutating func
        `a loss reduces the window by its count, and the first recovery round keeps what is in flight`()
    {
        path.settle()
        let before = path.window
        path.model.saveWindow(before)
        path.round(5, over: 5) {
            $0.state = .recovery
            $0.lost = 3
            $0.inFlight = 30
            $0.sample?.deliveredBefore = 0
        }
        #expect(path.window == 35)
        path.round(5, over: 5) {
            $0.state = .recovery
            $0.inFlight = 35
            $0.sample?.deliveredBefore = 0
        }
        #expect(path.window == 40)
        // The round is over: it grows again.
        path.round(5, over: 5) { $0.state = .recovery }
        #expect(path.window == 45)
        path.round(1, over: 1)
        #expect(path.window >= min(before, 86))
    }

    @Test mutating func `after a timeout the window grows back to its previous size`() {
        path.settle()
        let before = path.window
        path.model.saveWindow(before)
        path.model.timedOut(delivered: path.delivered, at: path.time * 1000, lostInAll: 0)
        path.window = 1
        path.round(1) { $0.state = .loss }
        #expect(path.window == 4)
        path.round(4)
        #expect(path.window == before + 4 || path.window >= 86)
    }

    @Test mutating func `an acknowledgement of no data changes nothing`() {
        path.settle()
        let before = path.window
        path.round(0) {
            $0.sample = nil
            $0.acknowledged = 0
            $0.inFlightBefore = before
        }
        #expect(path.window == before)
    }

    @Test mutating func `the window never falls below four`() {
        path.settle()
        path.round(1) { $0.lost = 500 }
        #expect(path.window >= 4)
    }
}
