import LinkModel
import Testing
import Theory
import Wire

@Suite struct ConnectionHistoryTests {
    private static let millisecond: Nanoseconds = 1_000_000

    /// An acknowledgement takes 1.625 ms up.
    private func theory(downBps: Int64? = 2_000_000) -> LinkTheory {
        LinkTheory(
            link: LinkParameters(
                down: DirectionParameters(rateBps: downBps, oneWayDelay: 5_000_000),
                up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5_000_000)
            )
        )
    }

    /// A response of this many segments.
    private func input(_ segments: Int, new: Bool = false, connection: Int = 1) -> TheoryInput {
        TheoryInput(
            connection: connection,
            newConnection: new,
            requestBytes: 150,
            headerBytes: 200,
            bodyBytes: segments * 1448 - 200
        )
    }

    private func at(_ milliseconds: Double) -> Instant {
        Instant(nanoseconds: Nanoseconds(milliseconds * 1e6))
    }

    /// A history of exchanges on one connection that ended 1000 ms, 2000 ms and so on after the start, each
    /// request directly after the previous response.
    private func history(_ segments: [Int], _ theory: LinkTheory) -> ConnectionHistory {
        var history = ConnectionHistory(theory)
        for (index, count) in segments.enumerated() {
            let next = history.continued(input(count, new: index == 0), requestedAt: at(1000 * Double(index)))
            history.finish(next, at: at(1000 * Double(index + 1)))
        }
        return history
    }

    @Test func `a new connection has no history`() {
        let next = history([30], theory()).continued(input(3, new: true), requestedAt: at(1000))
        #expect(next == input(3, new: true))
        #expect(history([30], theory()).continued(input(3, connection: 2), requestedAt: at(1000)).upBusy == 0)
    }

    // A client that has not yet seen a request follow a response acknowledges the last segment at once, odd
    // or even.
    @Test(arguments: [
        (87, 1000.0, Nanoseconds(1_625_000)), (88, 1000, 1_625_000), (87, 1000.2, 1_425_000),
        (87, 1001.625, 0),
        (87, 1200, 0),
    ])
    func `the second request waits for the rest of the last acknowledgement`(
        segments: Int,
        request: Double,
        busy: Nanoseconds
    ) {
        let next = history([segments], theory()).continued(input(1), requestedAt: at(request))
        #expect(next.upBusy == busy)
    }

    // From then on every second segment is acknowledged; the request carries an odd one's acknowledgement.
    @Test(arguments: [(87, Nanoseconds(0)), (88, 1_625_000), (1, 0), (2, 1_625_000)])
    func `later requests wait only after certain segment counts`(segments: Int, busy: Nanoseconds) {
        let next = history([10, segments], theory()).continued(input(1), requestedAt: at(2000))
        #expect(next.upBusy == busy)
    }

    @Test(arguments: [
        ([10], 1000.0, true), ([10], 1039.9, true), ([10], 1040, false), ([10, 2], 2039.9, true),
        // No acknowledgement was pending, so the client had no reason to change its delayed acknowledgements.
        ([10, 2], 2500, true),
        ([10, 3], 2500, false), ([10, 3, 2], 3500, true),
    ])
    func `a connection is interactive while requests follow immediately`(
        segments: [Int],
        request: Double,
        isInteractive: Bool
    ) {
        let next = history(segments, theory()).continued(input(1), requestedAt: at(request))
        #expect(next.isInteractive == isInteractive)
    }

    @Test func `acknowledgements queue on a slow uplink`() {
        // Four segments that arrive at once: 4 * 1.625 ms.
        let next = history([4], theory(downBps: nil)).continued(input(1), requestedAt: at(1001))
        #expect(next.upBusy == 5_500_000)
    }

    @Test func `segments slower than the delayed-ACK timer cause no wait`() {
        // 50 ms per segment: the client's delayed-acknowledgement timer expires within the response.
        let next = history([10, 3], theory(downBps: 240_000)).continued(input(1), requestedAt: at(2000))
        #expect(next.upBusy == 1_625_000)
    }

    @Test func `congestion windows are tracked per connection`() {
        // A full packet takes 1 ms down and nothing up, 50 ms each way; the retransmission timeout is 300 ms.
        let long = LinkTheory(
            link: LinkParameters(
                down: DirectionParameters(rateBps: 12_000_000, oneWayDelay: 50_000_000),
                up: DirectionParameters(oneWayDelay: 50_000_000)
            )
        )
        var history = ConnectionHistory(long)
        let first = history.continued(input(30, new: true), requestedAt: .zero)
        #expect(first.initialWindowSegments == 10)
        history.finish(first, at: at(500))
        let second = history.continued(input(2), requestedAt: at(600))
        #expect(second.initialWindowSegments == 40)
        history.finish(second, at: at(800))
        let third = history.continued(input(2), requestedAt: at(1200))
        #expect(third.initialWindowSegments == 20)
        #expect(history.continued(input(2, connection: 2), requestedAt: at(1200)).initialWindowSegments == 10)
    }
}
