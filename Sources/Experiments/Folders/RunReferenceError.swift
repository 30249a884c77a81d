/// Why an argument does not name a readable run. `message` begins with the argument.
package struct RunReferenceError: Error, Hashable, Sendable {
    package let message: String
    /// What to do about it.
    package let advice: String

    init(_ message: String, advice: String) {
        self.message = message
        self.advice = advice
    }
}
