/// Why another tool's line could not be read, and the place.
package struct ImportError: Error, Hashable, Sendable {
    /// From 1; nil if the error concerns the whole text.
    package var line: Int?
    package var column: Int?
    package var message: String

    init(_ message: String, line: Int? = nil, column: Int? = nil) {
        self.message = message
        self.line = line
        self.column = column
    }

    /// `FILE:LINE:COLUMN: error: MESSAGE`.
    package func description(of file: String) -> String {
        let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        return "\(file)\(place): error: \(message)"
    }
}
