import Figures
package import Inspection
package import JSON

/// A capture's responses by host, media type and status: number, bytes and durations.
package struct InspectionSummary: Sendable {
    /// Responses with a common property.
    struct Group: Hashable, Sendable {
        var name: String
        var count = 0
        var bodyBytes = 0
        var decodedBytes = 0
        var retransmittedBytes = 0
        var incomplete = 0
        var durations = DurationSketch()

        mutating func add(_ exchange: CaptureExchange) {
            count += 1
            bodyBytes += exchange.bodyBytes
            decodedBytes += exchange.decodedBytes
            retransmittedBytes += exchange.retransmittedBytes
            if !exchange.isComplete { incomplete += 1 }
            if let duration = exchange.duration { durations.add(duration) }
        }
    }

    /// Maximum groups of a kind; responses of later ones are counted together.
    private static let mostGroups = 10_000
    private static let others = "(all others)"
    private static let unknown = "-"

    let hosts: [Group]
    let types: [Group]
    let statuses: [Group]
    /// UDP flows by the server's name or address.
    let datagrams: [DatagramGroup]

    package init(_ exchanges: InspectedList<CaptureExchange>, _ flows: InspectedList<CaptureDatagrams> = []) {
        datagrams = DatagramGroup.groups(flows)
        var (hosts, types, statuses): (Groups, Groups, Groups) = ([:], [:], [:])
        for exchange in exchanges {
            let type = exchange.mediaKind
            Self.count(exchange, exchange.host, &hosts)
            Self.count(exchange, type.isEmpty ? Self.unknown : type, &types)
            Self.count(exchange, exchange.status.map { "\($0)" } ?? Self.unknown, &statuses)
        }
        self.hosts = Self.sorted(hosts)
        self.types = Self.sorted(types)
        self.statuses = Self.sorted(statuses)
    }

    private typealias Groups = [String: Group]

    private static func count(_ exchange: CaptureExchange, _ name: String, _ groups: inout Groups) {
        let name = groups[name] != nil || groups.count < mostGroups ? name : others
        groups[name, default: Group(name: name)].add(exchange)
    }

    /// Most bytes first.
    private static func sorted(_ groups: Groups) -> [Group] {
        groups.values.sorted { ($1.bodyBytes, $0.name) < ($0.bodyBytes, $1.name) }
    }

    var sections: [ReportSection] {
        var sections: [ReportSection] = [("host", hosts), ("type", types), ("status", statuses)]
            .filter { !$1.isEmpty }.map { [.table(Self.table($0, $1))] }
        if !isExact { sections.append([.text(Self.remark, indent: 2, hanging: 4)]) }
        if !datagrams.isEmpty { sections.append([.table(DatagramGroup.table(datagrams))]) }
        return sections
    }

    private var isExact: Bool { [hosts, types, statuses].joined().allSatisfy(\.durations.isExact) }

    private static let remark =
        "Median and percentiles of more than \(DurationSketch.mostExact) responses are within "
        + "\(FixedPoint.percent(DurationSketch.error, digits: 0)) of the exact ones."

    private static func table(_ heading: String, _ groups: [Group]) -> ReportTable {
        func time(_ hundredths: Int) -> (Group) -> String {
            { $0.durations.percentile(hundredths).map(DurationFormat.text) ?? unknown }
        }
        return ReportTable(
            groups,
            [
                .text(heading) { $0.name.printable.shortened(to: 40) },
                .number("responses") { ByteFormat.grouped($0.count) },
                .number("body") { ByteFormat.text($0.bodyBytes) },
                .number("unpacked", priority: 2) { ByteFormat.text($0.decodedBytes) },
                .number("sent", "again", priority: 1) { ByteFormat.text($0.retransmittedBytes) },
                .number("median", "time", priority: 6, cell: time(50)),
                .number("90 %", "within", priority: 4, cell: time(90)),
                .number("99 %", "within", priority: 5, cell: time(99)),
                .number("not", "whole", priority: 3) { ByteFormat.grouped($0.incomplete) },
            ]
        )
    }
}

extension InspectionSummary: JSONRepresentable {
    package var json: JSONValue {
        [
            "hosts": .array(hosts.map(Self.json)), "types": .array(types.map(Self.json)),
            "statuses": .array(statuses.map(Self.json)), "datagrams": datagrams.json,
        ]
    }

    private static func json(_ group: Group) -> JSONValue {
        [
            "name": group.name.json, "responses": group.count.json, "bodyBytes": group.bodyBytes.json,
            "decodedBytes": group.decodedBytes.json, "retransmittedBytes": group.retransmittedBytes.json,
            "durationP50Ns": group.durations.percentile(50).json,
            "durationP90Ns": group.durations.percentile(90).json,
            "durationP99Ns": group.durations.percentile(99).json,
            "durationMinNs": group.durations.least.json, "durationMaxNs": group.durations.most.json,
            "durationSumNs": group.durations.sum.json,
            "percentileError": (group.durations.isExact ? 0 : DurationSketch.error).json,
            "incomplete": group.incomplete.json,
        ]
    }
}
