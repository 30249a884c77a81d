import Logs
import Runs
import Scenarios
import Theory
import Wire

/// Finds each transfer's exchange in the line's log and the origin's: by the client's port and the stream or
/// the order on the connection, and by time if a port was used twice. For an exchange without an end it uses
/// the origin's log; for one that the origin never heard of, the lost packets (`+Unheard`).
struct ExchangeFinding {
    /// By the transfer's index in the record.
    private(set) var exchanges: [Int: LedgerExchange] = [:]
    /// Redirects in order, by the same index.
    private(set) var hops: [Int: [LedgerHop]] = [:]
    /// Indices of exchanges without an end that the origin has heard of.
    private(set) var heard: Set<Int> = []
    let line: LineLog
    /// When each transfer was handed over, by its number.
    let tries: [Int: [Instant]]
    private let origins: OriginJoin
    private let settings: ObservedSender.Settings
    private let outages: LineOutages
    private var connections: [UInt32: ConnectionLog] = [:]
    private var lastEnds: [UInt32: Instant] = [:]

    init(_ record: RunRecord, _ line: LineLog, _ outages: LineOutages) {
        self.line = line
        self.outages = outages
        origins = OriginJoin(record.originLog)
        settings = ObservedSender.Settings(
            initialWindow: record.link.initialWindow ?? ObservedSender.usualWindow,
            isPacedByRate: record.link.congestion == CongestionAlgorithm.bbr.rawValue
        )
        tries = record.tries
        for (place, transfer) in record.transfers.enumerated() where !transfer.redirects.isEmpty {
            hops[place] = LedgerHop.all(of: transfer, tries[transfer.id] ?? [], record, line)
        }
        for turn in turns(record) {
            if let hop = turn.hop {
                find(hop, of: turn.place)
            } else {
                find(record.transfers[turn.place], turn.place)
            }
        }
        findBrokenOff(record)
        findUnheard(record)
    }

    /// Exchanges in the order of their requests: a transfer's own exchange, or a hop of it.
    private func turns(_ record: RunRecord) -> [(place: Int, hop: Int?)] {
        var turns: [(at: Instant, place: Int, hop: Int?)] = []
        for (place, transfer) in record.transfers.enumerated() {
            for (number, hop) in (hops[place] ?? []).enumerated() {
                if let exchange = hop.transfer.exchange {
                    turns.append((exchange.requestFirstByte, place, number))
                }
            }
            if let exchange = transfer.exchange { turns.append((exchange.requestFirstByte, place, nil)) }
        }
        return turns.sorted { ($0.at, $0.place) < ($1.at, $1.place) }.map { ($0.place, $0.hop) }
    }

    private mutating func find(_ number: Int, of place: Int) {
        guard let hop = hops[place]?[number], let exchange = hop.transfer.exchange,
            let flow = line.flow(ofPort: exchange.localPort, at: exchange.requestFirstByte)
        else { return }
        let found = ledgerExchange(hop.transfer, flow, hop.origin)
        hops[place]?[number].exchange = found
        lastEnds[flow.number] = exchange.responseLastByte
    }

    private mutating func find(_ transfer: TransferRecord, _ place: Int) {
        guard !transfer.source.isLocal, let exchange = transfer.exchange,
            let flow = line.flow(ofPort: exchange.localPort, at: exchange.requestFirstByte)
        else { return }
        add(transfer, place, flow, origins.entry(of: exchange))
        lastEnds[flow.number] = exchange.responseLastByte
    }

    /// Transfers without a finished exchange: the origin's log shows their connection.
    private mutating func findBrokenOff(_ record: RunRecord) {
        var left = record.originLog.filter { entry in
            !exchanges.values.contains { $0.origin == entry }
                && !hops.values.joined().contains { $0.origin == entry }
        }
        for (place, transfer) in record.transfers.enumerated()
        where transfer.exchange == nil && (transfer.source == .none || transfer.phases.wait > 0) {
            // After redirects the last address is the requested one.
            let led = transfer.redirects.last?.location ?? ""
            let target = (led.isEmpty ? transfer.url : led).requestTarget
            // A proxy knows its connection.
            let port = transfer.passage?.entry.upstream?.localPort
            func isOwn(_ entry: OriginLogEntry) -> Bool {
                entry.target == target && entry.clientPort == port ?? entry.clientPort
                    && entry.requestFirstByte >= transfer.start
                    && entry.requestFirstByte <= transfer.end
            }
            let index = left.firstIndex(where: isOwn)
            // A caller that gave up may have started a request that others then got.
            let shared = transfer.phases.wait > 0 ? record.originLog.first(where: isOwn) : nil
            guard let entry = index.map({ left[$0] }) ?? shared else { continue }
            heard.insert(place)
            guard let flow = line.flow(ofPort: entry.clientPort, at: entry.requestFirstByte) else { continue }
            if let index { left.remove(at: index) }
            add(transfer, place, flow, entry)
        }
    }

    mutating func add(
        _ transfer: TransferRecord,
        _ place: Int,
        _ flow: FlowLog,
        _ origin: OriginLogEntry?
    ) {
        exchanges[place] = ledgerExchange(transfer, flow, origin)
    }

    private mutating func ledgerExchange(
        _ transfer: TransferRecord,
        _ flow: FlowLog,
        _ origin: OriginLogEntry?
    ) -> LedgerExchange {
        let connection = connections[flow.number] ?? ConnectionLog(flow, settings, outages)
        connections[flow.number] = connection
        // Unfinished exchanges are found last: others may have used the connection since.
        let asked = transfer.exchange?.requestFirstByte ?? origin?.requestFirstByte ?? transfer.end
        let previous = lastEnds[flow.number].flatMap { $0 <= asked ? $0 : nil }
        return LedgerExchange(connection, transfer, origin: origin, previous: previous)
    }
}

/// Transfers whose request never reached the origin: the packet with the request, or the one that opened the
/// connection, was lost. The line's log has it, at the moment at which the client had it sent.
extension ExchangeFinding {
    /// A packet of a connection, by its index among those that went up.
    private struct Sent: Hashable {
        var flow: UInt32
        var place: Int
    }

    /// The last packet that the transfer needed from the line: a connection's opening, or its request.
    private struct Asked {
        let at: Instant
        let isOpening: Bool
        /// When its client gave up. Later packets do not help it.
        let end: Instant

        /// nil if nothing was requested, or if an answer came.
        init?(_ transfer: TransferRecord, _ hops: [LedgerHop], _ tries: [Instant]) {
            let phases = hops.reduce(transfer.phases) { $0 - $1.phases }
            guard phases.asking > 0, phases.receive == 0 else { return nil }
            end = transfer.end
            isOpening = phases.request + phases.wait == 0
            let queued = max(transfer.start, tries.last ?? transfer.start + phases.cache)
            let begun = queued + phases.blocked + phases.dns
            at = isOpening ? begun : begun + phases.connect + phases.tls
        }
    }

    private mutating func findUnheard(_ record: RunRecord) {
        let silent = record.transfers.indices.compactMap { place -> (place: Int, asked: Asked)? in
            let transfer = record.transfers[place]
            guard transfer.exchange == nil, exchanges[place] == nil, !heard.contains(place) else {
                return nil
            }
            return Asked(transfer, hops[place] ?? [], tries[transfer.id] ?? []).map { (place, $0) }
        }
        var taken: Set<Sent> = []
        for (place, asked) in silent.sorted(by: { ($0.asked.at, $0.place) < ($1.asked.at, $1.place) }) {
            guard let sent = lost(asked, besides: taken), let flow = line.flows[sent.flow] else { continue }
            taken.insert(sent)
            add(record.transfers[place], place, flow, nil)
        }
    }

    /// The packet nearest to the moment that was first sent then and of which no copy arrived.
    private func lost(_ asked: Asked, besides taken: Set<Sent>) -> Sent? {
        var nearest: (sent: Sent, distance: Nanoseconds)?
        for flow in line.flows.values {
            for place in flow.sentUp(around: asked.at, within: HeldSender.answering) {
                let packet = flow.up[place]
                let (sent, distance) = (Sent(flow: flow.number, place: place), abs(packet.arrival - asked.at))
                guard packet.isSyn == asked.isOpening, asked.isOpening || !packet.bytes.isEmpty,
                    !taken.contains(sent), isUnheard(packet, flow, until: asked.end)
                else { continue }
                if nearest.map({ (distance, flow.number) < ($0.distance, $0.sent.flow) }) ?? true {
                    nearest = (sent, distance)
                }
            }
        }
        return nearest?.sent
    }

    private func isUnheard(_ packet: FlowPacket, _ flow: FlowLog, until end: Instant) -> Bool {
        !flow.up.contains { copy in
            copy.isSyn == packet.isSyn && copy.bytes == packet.bytes
                && (copy.arrival < packet.arrival || copy.received.map { $0 <= end } ?? false)
        }
    }
}
