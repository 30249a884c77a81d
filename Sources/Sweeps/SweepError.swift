package import LinuxIO

/// Why a sweep's folder cannot be used, and what to do about it.
package struct SweepError: Error, Hashable, Sendable {
    package var message: String
    package var advice: String?

    package init(_ message: String, advice: String? = nil) {
        self.message = message
        self.advice = advice
    }

    package init(_ what: String, _ error: SystemCallError) {
        self.init("\(what): \(error)")
    }
}
