/// Why a bench could not be made or changed, and what to do about it.
package struct SideBenchError: Error, Hashable, Sendable {
    /// Who has to act.
    package enum Kind: Hashable, Sendable {
        /// The order is wrong: its sender must change it.
        case order
        /// There is no such bench.
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
