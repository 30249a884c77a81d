import LinkModel
import Runs
import Wire

/// When each direction of a run's line was down: as its settings say, counted from when the line got them.
struct LineOutages {
    private var spans: [LinkDirection: [Span]] = [:]

    init() {}

    /// `links` returns the line of a step. Without the line's start nothing is known.
    init(_ record: RunRecord, links: (String) -> LinkParameters) {
        guard let start = record.link.start else { return }
        let end = record.transfers.map(\.end).max() ?? start
        var stages: [(since: Instant, link: LinkParameters)] = [(start, record.link.parameters)]
        for step in record.steps {
            let link = links(step.name)
            if let last = stages.last, link != last.link { stages.append((step.start, link)) }
        }
        for direction in LinkDirection.allCases {
            for (number, stage) in stages.enumerated() {
                let until = number + 1 < stages.count ? stages[number + 1].since : end
                let outages = stage.link[direction].outages?.spans(
                    direction,
                    seed: record.seed,
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

    subscript(direction: LinkDirection) -> [Span] { spans[direction] ?? [] }

    /// When outages held up packets of a connection, in order and without overlap: packets that waited for the line to come
    /// back, and those that it lost, until it was back.
    func delays(of flow: FlowLog) -> [Span] {
        guard !spans.isEmpty else { return [] }
        var delays: [Span] = []
        for direction in LinkDirection.allCases where !self[direction].isEmpty {
            for packet in flow[direction] {
                if packet.fate == .outage {
                    let next = self[direction].partitioningIndex { $0.end > packet.arrival }
                    guard next < self[direction].count, self[direction][next].start <= packet.arrival else {
                        continue
                    }
                    delays.append(Span(start: packet.arrival, end: self[direction][next].end))
                } else if packet.serviceEnd > packet.arrival {
                    delays += Span.parts(of: self[direction], from: packet.arrival, to: packet.serviceEnd)
                }
            }
        }
        return Span.merged(delays)
    }
}
