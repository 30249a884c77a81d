/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    package var line: Int
    /// In bytes, from 1.
    package var column: Int
    package var message: String

    package var description: String { "\(line):\(column): \(message)" }
}
