extension Bench {
    /// Why a bench could not be made, or why a test on it failed.
    public struct Failure: Error, CustomStringConvertible {
        /// What kind of failure it is.
        public enum Kind: Hashable, Sendable {
            /// The order is wrong, or this machine cannot do what is asked.
            case notMade
            /// There were requests that matched no file.
            case unmatched
            /// An expectation was not met.
            case expectation
            /// The test threw, and the bench knows something about it.
            case test
            /// A part of netlab ended by itself.
            case broken
        }

        /// What kind of failure it is.
        public let kind: Kind
        /// What was tried, on what, and how it failed.
        public let message: String
        /// What to do about it.
        public let advice: String?
        /// What the test threw.
        public let underlying: (any Error)?

        init(_ kind: Kind, _ message: String, advice: String? = nil, underlying: (any Error)? = nil) {
            self.kind = kind
            self.message = message
            self.advice = advice
            self.underlying = underlying
        }

        /// The message with its advice.
        public var description: String {
            advice.map { "\(message) (\($0))" } ?? message
        }
    }
}
