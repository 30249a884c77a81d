/// One thing that a rule, or the user at a breakpoint, did to an exchange, for the log.
package struct AppliedRule: Hashable, Sendable, CustomStringConvertible {
    /// The rule's place in its file, from 1; nil for what was done by hand.
    package let number: Int?
    /// The action's key in the file.
    package let action: String

    package init(number: Int?, action: String) {
        self.number = number
        self.action = action
    }

    package var description: String { number.map { "rule \($0): \(action)" } ?? action }
}
