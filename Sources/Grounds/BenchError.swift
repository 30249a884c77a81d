/// Why a bench could not be built or asked, and what to do about it.
package struct BenchError: Error, Hashable, Sendable, CustomStringConvertible {
    package var message: String
    package var advice: String?

    package init(_ message: String, advice: String? = nil) {
        self.message = message
        self.advice = advice
    }

    package var description: String { advice.map { "\(message); \($0)" } ?? message }
}
