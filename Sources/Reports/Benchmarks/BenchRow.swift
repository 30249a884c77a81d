import Figures

/// One row of a benchmark: netlab's figure, its peer's, and the goal.
package struct BenchRow: Hashable, Sendable {
    /// A row's goal.
    package enum Goal: Hashable, Sendable {
        /// The ratio is at most this far from 1.
        case within(Double)
        /// The ratio is at most this.
        case ratioAtMost(Double)
        /// The ratio is at least this.
        case ratioAtLeast(Double)
        /// The figure itself is at most this.
        case atMost(Double)
        /// The figure itself is at least this.
        case atLeast(Double)
    }

    package var name: String
    package var unit: String
    package var netlab: Double?
    package var peer: Double?
    package var peerName: String?
    /// nil if the row is for information only.
    package var goal: Goal?
    /// nil if the figures were not measured alternately with the peer's.
    package let pairedRatio: PairedRatio?
    /// True if the machine was too busy at every attempt.
    package private(set) var isUntrusted = false

    package init(
        _ name: String,
        unit: String,
        netlab: Double?,
        peer: Double? = nil,
        peerName: String? = nil,
        pairedRatio: PairedRatio? = nil,
        goal: Goal?
    ) {
        self.name = name
        self.unit = unit
        self.netlab = netlab
        self.peer = peer
        self.peerName = peerName
        self.pairedRatio = pairedRatio
        self.goal = goal
    }

    /// Replaces the rows of a benchmark that could not be measured.
    package static func untrusted(_ name: String, unit: String) -> BenchRow {
        var row = BenchRow("\(name): not trusted", unit: unit, netlab: nil, goal: nil)
        row.isUntrusted = true
        return row
    }

    package var ratio: Double? {
        if let pairedRatio { return pairedRatio.median }
        guard let netlab, let peer, peer > 0 else { return nil }
        return netlab / peer
    }

    /// nil without a goal or a figure.
    package var isMet: Bool? {
        switch goal {
        case .within(let share): ratio.map { abs($0 - 1) <= share }
        case .ratioAtMost(let most): ratio.map { $0 <= most }
        case .ratioAtLeast(let least): ratio.map { $0 >= least }
        case .atMost(let most): netlab.map { $0 <= most }
        case .atLeast(let least): netlab.map { $0 >= least }
        case nil: nil
        }
    }

    package var goalText: String {
        switch goal {
        case .within(let share): "within \(Self.text(share * 100)) % of 1"
        case .ratioAtMost(let most): "at most \(Self.text(most)) of it"
        case .ratioAtLeast(let least): "at least \(Self.text(least)) of it"
        case .atMost(let most): "at most \(Self.text(most)) \(unit)"
        case .atLeast(let least): "at least \(Self.text(least)) \(unit)"
        case nil: "-"
        }
    }

    /// Uses as many digits as the goal needs.
    private static func text(_ value: Double) -> String {
        let texts = (1...3).map { FixedPoint.text(value, digits: $0) }
        let exact = texts.first { text in Double(text).map { abs($0 - value) < 1e-9 } ?? false }
        return exact ?? texts[2]
    }
}
