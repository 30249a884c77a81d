/// Why a control did not do what it was asked, and what to do about it.
package struct ControlFailure: Error, Hashable, Sendable {
    package var message: String
    package var advice: String?

    package init(_ message: String, advice: String? = nil) {
        self.message = message
        self.advice = advice
    }
}
