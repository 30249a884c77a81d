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
        let fates = LinkFate.allCases.map { ($0 == .queueFull ? "queueFull" : $0.rawValue, self[$0].json) }
        let altered = LinkAlterations.table.map { ($0.counted, self[$0.alteration].json) }
        return .object(([("all", all.json)] + fates + altered).map { .init(key: $0.0, value: $0.1) })
    }
}
