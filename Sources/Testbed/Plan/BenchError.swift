/// Why a bench could not be built: what was tried, and what to do.
package struct BenchError: Error, Hashable, Sendable {
    package var message: String
    package var advice: String?

    package init(_ message: String, advice: String? = nil) {
        self.message = message
        self.advice = advice
    }
}
