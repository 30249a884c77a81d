/// A figure that an expectation can test. `Runs` has the list of them, and their values.
package struct ExpectationMetric: Hashable, Sendable {
    /// Type of a metric's values, and so the unit that a quantity beside it must have.
    package enum Kind: Hashable, Sendable {
        case time, bytes, rate, ratio, number, word
    }

    /// What has a value of it. Without a file, a metric of both means the step if the other side is one figure of a
    /// step.
    package enum Owner: Hashable, Sendable {
        case transfer, step, both
    }

    /// As a scenario spells it, such as `phases.wait`.
    package let name: String
    package let kind: Kind
    package let owner: Owner

    package init(_ name: String, _ kind: Kind, of owner: Owner) {
        self.name = name
        self.kind = kind
        self.owner = owner
    }

    /// True if the step has one value of the metric.
    package var isOfStep: Bool { owner == .step }

    /// True if both the step and each of its transfers have a value of the metric.
    package var isOfBoth: Bool { owner == .both }

    /// True for rows of a transfer's ledger.
    package var isOfLedger: Bool { name.hasPrefix("ledger.") }
}
