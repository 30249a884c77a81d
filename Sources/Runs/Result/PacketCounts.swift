package import JSON
package import LinkModel

/// Counts of what the line did to the packets of one direction.
package struct PacketCounts: Hashable, Sendable, JSONRepresentable {
    /// All packets, including copies.
    package private(set) var all = 0
    private var fates: [LinkFate: Int] = [:]
    /// Counts delivered packets only: an alteration of one that was dropped is seen by nobody.
    private var altered: [LinkAlterations: Int] = [:]

    package init(_ log: [LinkLogEntry], _ direction: LinkDirection) {
        for entry in log where entry.packet.direction == direction { count(entry.decision) }
    }

    /// nil if it is not what `json` writes.
    package init?(json: JSONValue?) {
        guard let json, let all = json["all"]?.int else { return nil }
        self.all = all
        for fate in LinkFate.allCases {
            guard let count = json[Self.name(fate)]?.int else { return nil }
            if count > 0 { fates[fate] = count }
        }
        for row in LinkAlterations.table {
            guard let count = json[row.counted]?.int else { return nil }
            if count > 0 { altered[row.alteration] = count }
        }
    }

    /// Its name in JSON.
    package static func name(_ fate: LinkFate) -> String {
        fate == .queueFull ? "queueFull" : fate.rawValue
    }

    private mutating func count(_ decision: LinkDecision) {
        all += 1
        fates[decision.fate, default: 0] += 1
        guard decision.fate == .delivered, !decision.alterations.isEmpty else { return }
        for row in LinkAlterations.table where decision.alterations.contains(row.alteration) {
            altered[row.alteration, default: 0] += 1
        }
    }

    package subscript(fate: LinkFate) -> Int { fates[fate, default: 0] }

    package subscript(alteration: LinkAlterations) -> Int { altered[alteration, default: 0] }

    /// True if the line carried all packets as they came.
    package var isUntouched: Bool {
        self[.delivered] + self[.waiting] == all && altered.values.allSatisfy { $0 == 0 }
    }

    package var json: JSONValue {
        let fates = LinkFate.allCases.map { (Self.name($0), self[$0].json) }
        let altered = LinkAlterations.table.map { ($0.counted, self[$0.alteration].json) }
        return .object(([("all", all.json)] + fates + altered).map { .init(key: $0.0, value: $0.1) })
    }
}
