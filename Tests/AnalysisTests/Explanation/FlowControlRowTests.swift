import Inspection
import Runs
import Testing
import Wire

@testable import Analysis

/// HTTP/2's flow control as a cause, from packets alone.
@Suite struct FlowControlRowTests {
    private static let ms = WindowedCapture.ms

    private func ledgers(_ capture: WindowedCapture) throws -> [TransferLedger] {
        let result = try #require(CaptureRecovery(capture.inspect(), name: "a.pcapng").result)
        return try result.transfers.map { transfer in
            let ledger = try #require(transfer.ledger)
            #expect(ledger.total == transfer.duration)
            return ledger
        }
    }

    @Test
    func `a stream whose window is smaller than the line's capacity waits a round trip for each grant`()
        throws
    {
        let capture = WindowedCapture(
            sizes: [400_000],
            roundTrip: 200 * Self.ms,
            byteTime: 100,
            streamWindow: 65_535,
            connectionWindow: nil,
            reading: 0
        )
        let rows = try #require(try ledgers(capture).first)
        let held = try #require(rows.flowControl)
        #expect(abs(held.stream - capture.held[0]) < 10 * Self.ms, "\(rows)")
        #expect(capture.held[0] > 1000 * Self.ms && rows[.receiver] == held.time && held.connection == 0)
        #expect(held.streamWindow == 65_535)
        // 100 ns a byte, although no burst is as long as a step of the capture's series.
        #expect(abs((rows[.payload] ?? 0) - 40 * Self.ms) <= 8 * Self.ms, "\(rows)")
        for cause in [LedgerCause.window, .server, .unexplained] {
            #expect(rows[cause] ?? 0 < 10 * Self.ms, "\(rows)")
        }
    }

    @Test(arguments: 0..<60)
    func `in random captures the row is the time held by windows, and vanishes without them`(_ seed: UInt64)
        throws
    {
        var draws = Draws(seed: 1000 + seed)
        func draw(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + Int(draws.next() % UInt64(range.count))
        }
        let sizes = (0..<draw(1...5)).map { _ in draw(20_000...300_000) }
        let (roundTrip, reading) = (Int64(draw(5...300)) * Self.ms, Int64(draw(0...40)) * Self.ms)
        let (byteTime, isStreams) = (Int64(draw(20...800)), draw(0...1) == 0)
        let window = draw(66_000...120_000)
        func capture(_ window: Int?) -> WindowedCapture {
            WindowedCapture(
                sizes: sizes,
                roundTrip: roundTrip,
                byteTime: byteTime,
                streamWindow: isStreams ? window.map { $0 / 2 } : nil,
                connectionWindow: isStreams ? nil : window,
                reading: reading
            )
        }
        let held = capture(window)
        let packet = 1500 * byteTime
        for (rows, truth) in zip(try ledgers(held), held.held) {
            let told = rows.flowControl
            let time = (isStreams ? told?.stream : told?.connection) ?? 0
            #expect((isStreams ? told?.connection : told?.stream) ?? 0 == 0, "\(rows)")
            // A packet's time, and a step of the capture's series, for each pause.
            let tolerance = truth / 20 + 12 * packet + 10 * Self.ms
            #expect(abs(time - truth) <= tolerance, "\(time) for \(truth): \(rows)")
            let wrong = [LedgerCause.window, .server, .unexplained].reduce(0) { $0 + (rows[$1] ?? 0) }
            #expect(wrong <= tolerance, "\(rows), held \(truth)")
        }
        for rows in try ledgers(capture(nil)) {
            #expect(rows.flowControl == nil && rows[.receiver] == 0, "\(rows)")
        }
    }
}
