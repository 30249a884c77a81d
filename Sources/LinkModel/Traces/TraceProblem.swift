/// Why a text is no trace.
package struct TraceProblem: Error, Hashable, Sendable {
    /// From 1; nil where the fault has no line.
    package var line: Int?
    package var message: String

    package init(line: Int? = nil, _ message: String) {
        self.line = line
        self.message = message
    }
}
