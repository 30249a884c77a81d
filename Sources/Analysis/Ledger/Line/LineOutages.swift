import LinkModel
import Runs
import Wire

/// When each direction of a run's line was down: as its settings say, counted from when the line got them.
struct LineOutages {
    private var spans: [LinkDirection: [Span]] = [:]

    init() {}

    /// `links` returns the line of a step. Without the line's start nothing is known.
    init(_ record: RunRecord, links: (String) -> LinkParameters) {
        self.init(
            record.link,
            seed: record.seed,
            record.steps.map { ($0.start, links($0.name)) },
            until: record.transfers.map(\.end).max() ?? .zero
        )
    }

    init(_ result: RunResult) {
        self.init(
            result.link,
            seed: result.seed,
            result.steps.map { ($0.start, $0.link ?? result.link.parameters) },
            until: result.transfers.map(\.end).max() ?? .zero
        )
    }

    /// `steps` have their starts, and the lines that they used.
    private init(
        _ record: LinkRecord,
        seed: UInt64,
        _ steps: [(start: Instant, link: LinkParameters)],
        until end: Instant
    ) {
        guard let start = record.start else { return }
        var stages: [(since: Instant, link: LinkParameters)] = [(start, record.parameters)]
        for step in steps {
            if let last = stages.last, step.link != last.link { stages.append((step.start, step.link)) }
        }
        for direction in LinkDirection.allCases {
            for (number, stage) in stages.enumerated() {
                let until = number + 1 < stages.count ? stages[number + 1].since : end
                let outages = stage.link[direction].outages?.spans(
                    direction,
                    seed: seed,
                    epoch: stage.since,
                    change: UInt32(number),
                    until: until
                )
                spans[direction, default: []] += (outages ?? []).map {
                    Span(start: $0.lowerBound, end: min($0.upperBound, until))
                }
            }
        }
    }

    /// When either direction was down while a transfer was under way.
    func parts(of transfer: TransferResult) -> [Span] {
        Span.parts(of: Span.merged(self[.down] + self[.up]), from: transfer.start, to: transfer.end)
    }

    subscript(direction: LinkDirection) -> [Span] { spans[direction] ?? [] }

    /// When outages held up packets of a connection, in order and without overlap: packets that waited for the line to come
    /// back, and those that it lost, until it was back.
    func delays(of flow: FlowLog) -> [Span] {
        guard !spans.isEmpty else { return [] }
        var delays: [Span] = []
        for direction in LinkDirection.allCases where !self[direction].isEmpty {
            for packet in flow[direction] {
                if packet.fate == .outage {
                    guard let outage = Span.first(of: self[direction], endingAfter: packet.arrival),
                        outage.start <= packet.arrival
                    else { continue }
                    delays.append(Span(start: packet.arrival, end: outage.end))
                } else if packet.serviceEnd > packet.arrival {
                    delays += Span.parts(of: self[direction], from: packet.arrival, to: packet.serviceEnd)
                }
            }
        }
        return Span.merged(delays)
    }
}
