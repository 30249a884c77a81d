import Inspection
import Testing

/// The line estimated from packets over a known line.
struct LineFitTests {
    private static func line(
        _ down: Double,
        _ up: Double,
        _ roundTrip: Double
    ) -> SyntheticLine {
        var line = SyntheticLine()
        line.downBps = down
        line.upBps = up
        line.roundTrip = roundTrip
        return line
    }

    @Test(arguments: [
        (2e6, 256e3, 10e6), (8e6, 1e6, 40e6), (780e3, 330e3, 200e6), (240e3, 200e3, 840e6),
        (50e6, 10e6, 115e6), (100e6, 5e6, 20e6),
    ]) func `finds rates and round trip in a client's capture`(
        _ down: Double,
        _ up: Double,
        _ roundTrip: Double
    ) throws {
        let fit = Self.line(down, up, roundTrip).fit
        #expect(fit.place == .client)
        let rate = try #require(fit.down.rate)
        #expect(abs((rate.value ?? 0) / down - 1) < 0.01)
        #expect(rate.low <= down * 1.0005 && down * 0.9995 <= rate.high ?? 0)
        let found = try #require(fit.roundTrip)
        #expect(abs((found.value ?? 0) / roundTrip - 1) < 0.02)
        #expect(found.low <= roundTrip && roundTrip <= found.high ?? 0)
        let back = try #require(fit.up.rate)
        #expect(back.low <= up && up <= back.high ?? .infinity, "\(back)")
    }

    /// Only requests go up: few packets of different lengths determine the rate.
    @Test func `estimates the uplink rate from requests alone within 1 %, with a valid interval`() {
        var (held, close, told) = (0, 0, 0)
        for up in [128e3, 256e3, 330e3, 1e6, 2e6, 5e6] {
            for connections in [6, 9, 12, 15] {
                var line = Self.line(8 * up, up, 40e6)
                line.connections = connections
                line.segments = 60
                line.lateness = connections.isMultiple(of: 2) ? 30_000 : 90_000
                guard let rate = line.fit.up.rate else { continue }
                if rate.low <= up, up <= rate.high ?? .infinity { held += 1 }
                guard let value = rate.value else { continue }
                told += 1
                if abs(value / up - 1) < 0.01 { close += 1 }
            }
        }
        #expect(held >= 23, "\(held) of 24 intervals hold it")
        #expect(told >= 20 && close * 100 >= told * 95, "\(close) of \(told) within a hundredth")
    }

    @Test(arguments: [(2e6, 10e6), (8e6, 40e6), (50e6, 100e6)])
    func `finds the rate in a server's capture`(
        _ down: Double,
        _ roundTrip: Double
    ) throws {
        var line = Self.line(down, 10e6, roundTrip)
        line.isServerSide = true
        let fit = line.fit
        #expect(fit.place == .server)
        #expect(abs((fit.down.rate?.value ?? 0) / down - 1) < 0.01)
        #expect(abs((fit.roundTrip?.value ?? 0) / roundTrip - 1) < 0.02)
    }

    @Test(arguments: [20, 50, 100]) func `counts each lost packet, and the interval contains the loss share`(
        _ every: Int
    ) throws {
        var line = SyntheticLine()
        line.lossEvery = every
        let fit = line.fit
        let lost = line.connections * (line.segments / every)
        // No segment follows the last one of a connection, so its loss leaves no visible hole.
        let unseen = line.segments.isMultiple(of: every) ? line.connections : 0
        #expect(fit.down.lost == lost - unseen)
        #expect(fit.down.dropped == 0)
        let loss = try #require(fit.down.loss)
        #expect(loss.low <= 1 / Double(every) && 1 / Double(every) <= loss.high ?? 0)
        #expect(abs((fit.down.rate?.value ?? 0) / line.downBps - 1) < 0.01)
    }

    @Test func `losses in a server's capture are its retransmissions`() {
        var line = SyntheticLine()
        line.isServerSide = true
        line.lossEvery = 50
        line.connections = 1
        #expect(line.fit.down.lost == 8)
    }

    @Test func `distinguishes queue drops from losses, and finds the queue length`() throws {
        var line = SyntheticLine()
        line.queue = 30
        line.window = 60
        line.connections = 1
        let fit = line.fit
        let queue = try #require(fit.down.queue)
        let packets = try #require(queue.packets.value)
        #expect(abs(packets - 30) <= 1.5)
        #expect(fit.down.lost == 0 && fit.down.dropped > 3)
        #expect(fit.down.loss?.low == 0)
    }

    @Test func `one overflowing burst shows the queue length`() throws {
        var line = SyntheticLine()
        line.queue = 30
        line.window = 45
        line.segments = 90
        line.connections = 2
        let fit = line.fit
        #expect(fit.down.dropped > 3 && fit.down.lost == 0)
        #expect(abs((fit.down.queue?.packets.value ?? 0) - 30) <= 1.5)
    }

    @Test func `a queue that never fills is at least as long as the packets waiting`() throws {
        let queue = try #require(SyntheticLine().fit.down.queue)
        #expect(queue.packets.value == nil)
        #expect(queue.packets.low > 30 && queue.packets.low < 42)
    }

    @Test func `a capture without packets has no rate and no round trip`() {
        let fit = LineFit(PacketLog(), []).line
        #expect(fit.down.rate == nil && fit.roundTrip == nil && fit.down.loss == nil)
        #expect(fit.remarks == [.withoutOpening, .withoutRate])
    }

    @Test func `a line that was never full has no rate`() {
        var line = SyntheticLine()
        line.segments = 3
        line.connections = 2
        #expect(line.fit.down.rate == nil)
    }
}
