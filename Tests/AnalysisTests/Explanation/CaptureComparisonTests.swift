import Inspection
import LinkModel
import Runs
import Testing
import Theory
import Wire

@testable import Analysis

/// For a simulated capture, theory must equal the simulation; all other time is reported separately.
@Suite struct CaptureComparisonTests {
    private static let epoch: Int64 = 1_790_000_000_000_000_000
    private static let ms: Int64 = 1_000_000

    private static let link: LinkParameters = {
        var link = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        link.down.rate = .constant(2_000_000)
        link.up.rate = .constant(256_000)
        link.down.oneWayDelay = 5 * ms
        link.up.oneWayDelay = 5 * ms
        return link
    }()

    private static let fetches = [
        SimulatedFetch(start: .zero, way: .connection(1), bodyBytes: 125_724),
        SimulatedFetch(start: Instant(nanoseconds: 30 * ms), way: .connection(2), bodyBytes: 310_448),
        SimulatedFetch(start: Instant(nanoseconds: 9000 * ms), way: .connection(1), bodyBytes: 50_000),
    ]

    /// The simulation as the client's host would see it; `thinking` is added before each response.
    private func inspection(thinking: Int64 = 0) throws -> CaptureInspection {
        let plan = SimulationPlan(link: Self.link, fetches: Self.fetches)
        let transfers = LineSimulation.run(plan).transfers
        var inspection = CaptureInspection(firstStamp: Self.epoch)
        for (fetch, transfer) in zip(Self.fetches, transfers) {
            let stream = transfer.flow == 1 ? 0 : 1
            var exchange = CaptureExchange(
                stream: stream,
                order: transfer.order,
                client: Endpoint(address: .v4(1), port: 5000),
                server: Endpoint(address: .v4(2), port: 80)
            )
            func stamp(_ instant: Instant?) throws -> Int64 { Self.epoch + (try #require(instant) - .zero) }
            exchange.status = 200
            exchange.requestBytes = fetch.requestBytes
            exchange.headerBytes = fetch.headerBytes
            exchange.bodyBytes = fetch.bodyBytes
            exchange.requestSent = try stamp(transfer.requestFirstByte)
            exchange.firstByte = try stamp(transfer.responseFirstByte) + thinking
            exchange.lastByte = try stamp(transfer.responseLastByte) + thinking
            if transfer.isNewConnection {
                exchange.handshake = Handshake(
                    syn: try stamp(transfer.connectStart),
                    synAck: try stamp(transfer.connectEnd),
                    ack: try stamp(transfer.connectEnd)
                )
                var flow = CaptureFlow(
                    stream: stream,
                    client: exchange.client,
                    server: exchange.server,
                    isClientGuessed: false,
                    firstStamp: Self.epoch,
                    lastStamp: Self.epoch
                )
                flow.handshake = exchange.handshake
                inspection.flows.append(flow)
            }
            inspection.exchanges.append(exchange)
        }
        return inspection
    }

    private func rows(_ inspection: CaptureInspection) throws -> [ComparedExchange] {
        let comparison = CaptureComparison(inspection, profile: "nlc/dsl", link: Self.link)
        #expect(comparison.remarks.isEmpty)
        return try inspection.exchanges.map { try #require(comparison.row($0)) }
    }

    @Test
    func `exchanges that match theory take its time, on new, used and shared connections`()
        throws
    {
        let rows = try rows(inspection())
        for row in rows { #expect(row.measured == row.theory.shared) }
        // The second shares the line with the first; the third has the line to itself.
        #expect(try #require(rows[1].theory.alone) < #require(rows[1].theory.shared))
        #expect(rows[2].theory.alone == rows[2].theory.shared)
        let shared = try #require(rows[1].theory.shared) - #require(rows[1].theory.alone)
        #expect(
            try #require(rows[1].ledger?[.sharing]) > shared / 2 && rows[1].ledger?[.sharing] ?? 0 <= shared
        )
        #expect(rows[2].ledger?[.sharing] == 0)
        for row in rows { #expect(row.ledger?.total == row.measured) }
        #expect(rows[0].theory.article == 125_724 * 8 * 500)
        for row in rows {
            #expect(row.theory.article < row.theory.wire && row.theory.wire < row.theory.alone ?? 0)
        }
    }

    @Test func `server delay exceeds theory, and the ledger names the server`() throws {
        for row in try rows(inspection(thinking: 20_000 * Self.ms)) {
            #expect(row.measured == (row.theory.shared ?? 0) + 20_000 * Self.ms)
            #expect(try #require(row.topCause).cause == .server)
        }
    }

    @Test func `a connection without its handshake has only a closed form for a transfer alone`() throws {
        var inspection = try inspection()
        for place in inspection.exchanges.indices { inspection.exchanges[place].handshake = nil }
        for place in inspection.flows.indices { inspection.flows[place].handshake = nil }
        for row in try rows(inspection) {
            #expect(row.theory.shared == nil)
            #expect(try #require(row.ratio) > 0.5)
        }
    }

    @Test func `an exchange without a request has no measured time, and without a response no row`() throws {
        var inspection = try inspection()
        inspection.exchanges[0].requestSent = nil
        inspection.exchanges[1].status = nil
        let comparison = CaptureComparison(inspection, profile: "nlc/dsl", link: Self.link)
        #expect(comparison.row(inspection.exchanges[0])?.measured == nil)
        #expect(comparison.row(inspection.exchanges[0])?.ratio == nil)
        #expect(comparison.row(inspection.exchanges[1]) == nil)
    }

    @Test func `mixed TLS and plain exchanges are simulated for each connection alone`() throws {
        var inspection = try inspection()
        var shake = CaptureHandshake(
            stream: 1,
            client: inspection.exchanges[1].client,
            server: inspection.exchanges[1].server,
            start: Self.epoch
        )
        shake.version = .tls13
        inspection.handshakes = [shake]
        let comparison = CaptureComparison(inspection, profile: "nlc/dsl", link: Self.link)
        #expect(comparison.remarks.count == 1)
        let plain = try #require(comparison.row(inspection.exchanges[0]))
        let secret = try #require(comparison.row(inspection.exchanges[1]))
        #expect(plain.theory.shared == nil && plain.theory.alone != nil)
        // At least one more round trip, for the handshake.
        #expect(try #require(secret.theory.alone) > secret.theory.wire + 30 * Self.ms)
    }

    @Test func `remarks on bytes that arrive faster than the line allows`() throws {
        var inspection = try inspection()
        var flow = inspection.flows[0]
        flow.down.streamBytes = 1_000_000
        flow.down.wireBytes = 1_040_000
        flow.down.goodput.add(1_000_000, at: Self.epoch)
        inspection.flows[0] = flow
        let comparison = CaptureComparison(inspection, profile: "nlc/dsl", link: Self.link)
        #expect(
            comparison.remarks.contains { if case .fasterThanLine(_, "nlc/dsl") = $0 { true } else { false } }
        )
    }
}
