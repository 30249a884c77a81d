/// Why an order to a control is not carried out, and what to do about it.
package struct ControlError: Error, Hashable, Sendable {
    /// Who has to act.
    package enum Kind: Hashable, Sendable {
        /// The order is wrong: its sender must change it.
        case order
        /// What the order is about is not there.
        case missing
        /// This machine does not allow it.
        case machine
    }

    package var kind: Kind
    package var message: String
    package var advice: String?

    package init(_ kind: Kind, _ message: String, advice: String? = nil) {
        self.kind = kind
        self.message = message
        self.advice = advice
    }
}
