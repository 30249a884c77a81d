import Analysis
import Inspection
import Phones
import Wire

/// The ledgers of connections while their packets come. A ledger needs the connection's neighbours on the same line: they show
/// what it can carry, and when it carried others.
struct ConnectionLedgers {
    private struct Connection {
        var flow: CaptureFlow
        /// When its TLS handshake began and ended.
        var encrypting: Int64?
        var secured: Int64?
        var causes = FlowCauses()
    }

    /// A connection may have been tried at another address before, which did not answer. Nanoseconds.
    private static let longestAttempt: Int64 = 3_000_000_000

    /// By their stream numbers.
    private var connections: [Int: Connection] = [:]
    /// What connections before this timestamp show of their line is true no more.
    private var lineChange = Int64.min
    /// The phones with a line of their own, by their addresses.
    private var own: [IPAddress: PhoneName] = [:]

    /// Lines were changed; `stamp` is the last packet's. `own` are the phones with a line of their own.
    mutating func changeLines(own: [IPAddress: PhoneName], after stamp: Int64) {
        self.own = own
        lineChange = stamp
    }

    func causes(of stream: Int) -> FlowCauses? { connections[stream]?.causes }

    mutating func forget(_ stream: Int) {
        connections[stream] = nil
    }

    /// Takes what has changed. `lookups` are the newest ones, in order.
    mutating func take(_ news: CaptureNews, _ lookups: [CaptureLookup]) {
        for seen in news.connections { note(seen) }
        let fresh = Set(news.connections.map(\.flow.stream)).union(news.exchanges.compactMap(\.stream))
        for (line, streams) in Dictionary(grouping: fresh, by: { line(of: connections[$0]) }) {
            take(news, of: Set(streams), on: line, lookups)
        }
    }

    /// The phone whose own line carries the connection; nil if it is on the shared line.
    private func line(of connection: Connection?) -> PhoneName? {
        connection.flatMap { own[$0.flow.client.address] }
    }

    private mutating func take(
        _ news: CaptureNews,
        of fresh: Set<Int>,
        on line: PhoneName?,
        _ lookups: [CaptureLookup]
    ) {
        let earliest = fresh.compactMap { connections[$0]?.flow.firstStamp }.min()
        guard let earliest else { return }
        var ledgers = CaptureLedgers(surroundings(of: fresh, on: line, since: earliest, lookups))
        for exchange in news.exchanges {
            guard let stream = exchange.stream, fresh.contains(stream) else { continue }
            connections[stream]?.causes.add(exchange, &ledgers)
        }
        for seen in news.connections where fresh.contains(seen.flow.stream) {
            connections[seen.flow.stream]?.causes.take(seen, &ledgers)
        }
    }

    private mutating func note(_ seen: SeenConnection) {
        var connection = connections[seen.flow.stream] ?? Connection(flow: seen.flow)
        connection.flow = seen.flow
        connection.encrypting = seen.handshake?.start
        connection.secured = seen.handshake?.end
        connections[seen.flow.stream] = connection
    }

    /// These connections and the others of their line and time, as a capture.
    private func surroundings(
        of fresh: Set<Int>,
        on line: PhoneName?,
        since earliest: Int64,
        _ lookups: [CaptureLookup]
    ) -> CaptureInspection {
        let around = connections.values.filter { one in
            guard !fresh.contains(one.flow.stream) else { return true }
            let isUnanswered = one.flow.handshake.map { $0.synAck == nil } ?? false
            let since = isUnanswered ? earliest - Self.longestAttempt : earliest
            return one.flow.lastStamp >= since && one.flow.firstStamp > lineChange
                && self.line(of: one) == line
        }.sorted { $0.flow.stream < $1.flow.stream }
        let handshakes = around.compactMap { one -> CaptureHandshake? in
            guard let start = one.encrypting else { return nil }
            let flow = one.flow
            var handshake = CaptureHandshake(
                stream: flow.stream,
                client: flow.client,
                server: flow.server,
                start: start
            )
            handshake.end = one.secured
            return handshake
        }
        return CaptureInspection(
            flows: InspectedList(around.map(\.flow)),
            handshakes: InspectedList(handshakes),
            lookups: lookups
        )
    }
}
