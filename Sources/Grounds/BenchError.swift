/// Why a bench could not be built, and what to do about it.
package struct BenchError: Error, Hashable, Sendable {
    package var message: String
    package var advice: String?

    package init(_ message: String, advice: String? = nil) {
        self.message = message
        self.advice = advice
    }
}
