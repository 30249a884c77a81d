package import JSON
package import LinkModel

/// Counts of what the line did to the packets of one direction.
package struct PacketCounts: Hashable, Sendable, JSONRepresentable {
    /// All packets, including copies.
    package private(set) var all = 0
    private var fates: [LinkFate: Int] = [:]
    /// Among delivered packets: second copies, packets with a wrong bit, packets ahead of others, marked
    /// packets.
    package private(set) var duplicates = 0
    package private(set) var corrupted = 0
    package private(set) var reordered = 0
    package private(set) var marked = 0

    package init(_ log: [LinkLogEntry], _ direction: LinkDirection) {
        for entry in log where entry.packet.direction == direction { count(entry.decision) }
    }

    private mutating func count(_ decision: LinkDecision) {
        all += 1
        fates[decision.fate, default: 0] += 1
        guard decision.fate == .delivered else { return }
        if decision.alterations.contains(.duplicate) { duplicates += 1 }
        if decision.alterations.contains(.corrupted) { corrupted += 1 }
        if decision.alterations.contains(.reordered) { reordered += 1 }
        if decision.alterations.contains(.marked) { marked += 1 }
    }

    package subscript(fate: LinkFate) -> Int { fates[fate, default: 0] }

    /// True if the line carried all packets as they came.
    package var isUntouched: Bool {
        self[.delivered] + self[.waiting] == all && duplicates + corrupted + reordered + marked == 0
    }

    package var json: JSONValue {
        [
            "all": all.json, "delivered": self[.delivered].json, "lost": self[.lost].json,
            "outage": self[.outage].json, "policed": self[.policed].json,
            "queueFull": self[.queueFull].json, "congestion": self[.congestion].json,
            "waiting": self[.waiting].json, "duplicates": duplicates.json, "corrupted": corrupted.json,
            "reordered": reordered.json, "marked": marked.json,
        ]
    }
}
