import LinkModel
import Logs
import Runs
import Wire

/// The line's log sorted by connection, and what the line carried when.
struct LineLog {
    private(set) var flows: [UInt32: FlowLog] = [:]
    /// Packets of no connection: questions for names, and their answers.
    private(set) var lookups = FlowLog(number: 0, clientPort: 0)
    /// The packets that the line served in each direction, in order.
    private(set) var services: [LinkDirection: [LineService]] = [:]
    private var flowsOfPort: [UInt16: [UInt32]] = [:]

    /// `ports` are the clients' ports by the flow's number less one, if the log lacks them. `quic` has what QUIC's packets
    /// carried.
    init(_ log: [LinkLogEntry], ports: [UInt16] = [], quic: [QUICLogEntry] = []) {
        let connections = QUICBytes.byPort(quic)
        let served = PerDirection(up: Self.served(log, .up), down: Self.served(log, .down))
        let starts = Self.serviceStarts(log, served)
        for (place, entry) in log.enumerated() {
            guard entry.packet.flow > 0 else {
                lookups.append(entry, serviceStart: starts[place])
                continue
            }
            let number = entry.packet.flow
            let port = entry.segment?.clientPort ?? Self.port(number, ports)
            guard let port else { continue }
            if flows[number] == nil {
                let bytes = entry.segment == nil ? connections[port] : nil
                flows[number] = FlowLog(number: number, clientPort: port, quic: bytes)
                flowsOfPort[port, default: []].append(number)
            }
            flows[number]?.append(entry, serviceStart: starts[place])
        }
        for number in flows.keys { flows[number]?.noteAcknowledgements() }
        for direction in LinkDirection.allCases {
            services[direction] = services(direction, served[direction], log, starts)
        }
    }

    /// The newest connection of that port that existed at a moment.
    func flow(ofPort port: UInt16, at moment: Instant) -> FlowLog? {
        let candidates = (flowsOfPort[port] ?? []).compactMap { flows[$0] }
        return candidates.last { $0.start <= moment } ?? candidates.first
    }

    /// Index of the first service in a direction that ends after a moment.
    func firstService(_ direction: LinkDirection, endingAfter moment: Instant) -> Int {
        (services[direction] ?? []).partitioningIndex { $0.span.end > moment }
    }

    /// Stretches of a span, in order, in which the line carried packets of other connections than `flow`.
    func others(than flow: UInt32, _ direction: LinkDirection, in span: Span) -> [Span] {
        stretches(direction, in: span) { $0.flow != flow }
    }

    /// Stretches of a span in which it carried bytes of that connection's stream.
    func own(_ flow: UInt32, _ direction: LinkDirection, in span: Span) -> [Span] {
        stretches(direction, in: span) { $0.flow == flow && !$0.bytes.isEmpty }
    }

    private func stretches(
        _ direction: LinkDirection,
        in span: Span,
        where isWanted: (LineService) -> Bool
    ) -> [Span] {
        let services = services[direction] ?? []
        var spans: [Span] = []
        var place = firstService(direction, endingAfter: span.start)
        while place < services.count, services[place].span.start < span.end {
            let service = services[place]
            place += 1
            guard isWanted(service) else { continue }
            let part = Span(start: max(service.span.start, span.start), end: min(service.span.end, span.end))
            if part.length > 0 { spans.append(part) }
        }
        return spans
    }

    private static func port(_ flow: UInt32, _ ports: [UInt16]) -> UInt16? {
        let place = Int(flow) - 1
        return ports.indices.contains(place) ? ports[place] : nil
    }

    /// When the line began to serve each packet: once it had arrived, and the one before had been served.
    /// Time in which the line stops, in an outage or until a trace's next opportunity, thus belongs to the
    /// next packet.
    private static func serviceStarts(_ log: [LinkLogEntry], _ served: PerDirection<[Int]>) -> [Instant] {
        var starts = log.map(\.decision.serviceStart)
        for direction in LinkDirection.allCases {
            var free = Instant(nanoseconds: .min / 4)
            for place in served[direction] {
                let end = log[place].decision.serviceEnd
                starts[place] = min(max(log[place].arrival, free), end)
                free = max(free, end)
            }
        }
        return starts
    }

    /// Indices of a direction's packets in the order of their service.
    private static func served(_ log: [LinkLogEntry], _ direction: LinkDirection) -> [Int] {
        var ends: [(end: Instant, start: Instant, place: Int)] = []
        for place in log.indices where log[place].packet.direction == direction {
            let decision = log[place].decision
            guard decision.fate == .delivered else { continue }
            ends.append((decision.serviceEnd, decision.serviceStart, place))
        }
        ends.sort(by: <)
        return ends.map(\.place)
    }

    private func services(
        _ direction: LinkDirection,
        _ served: [Int],
        _ log: [LinkLogEntry],
        _ starts: [Instant]
    ) -> [LineService] {
        var next: [UInt32: Int] = [:]
        var bytes: [Range<Int64>?] = Array(repeating: nil, count: log.count)
        for place in log.indices where log[place].packet.direction == direction {
            let flow = log[place].packet.flow
            guard let packets = flows[flow]?[direction] else { continue }
            let index = next[flow, default: 0]
            next[flow] = index + 1
            if index < packets.count { bytes[place] = packets[index].bytes }
        }
        return served.map { place in
            LineService(
                span: Span(start: starts[place], end: log[place].decision.serviceEnd),
                flow: log[place].packet.flow,
                bytes: bytes[place] ?? 0..<0
            )
        }
    }
}
