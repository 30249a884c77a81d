/// One thing that a rule did to an exchange, for the log.
package struct AppliedRule: Hashable, Sendable, CustomStringConvertible {
    /// The rule's place in its file, from 1.
    package let number: Int
    /// The action's key in the file.
    package let action: String

    package init(number: Int, action: String) {
        self.number = number
        self.action = action
    }

    package var description: String { "rule \(number): \(action)" }
}
