/// Why a text is not a trace.
package struct TraceProblem: Error, Hashable, Sendable {
    /// From 1; nil if the problem concerns no single line.
    package var line: Int?
    package var message: String

    package init(line: Int? = nil, _ message: String) {
        self.line = line
        self.message = message
    }
}
