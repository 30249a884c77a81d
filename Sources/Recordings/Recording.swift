package import LinkModel

/// Traffic as it was recorded, wherever it came from.
package struct Recording: Hashable, Sendable {
    package var exchanges: [RecordedExchange]
    /// As far as the recording tells it.
    package var line: LinkParameters
    /// False where the recording tells nothing of its line, as an archive.
    package var tellsLine: Bool
    /// What is not as it was recorded, a sentence each.
    package var remarks: [String]

    package init(
        exchanges: [RecordedExchange],
        line: LinkParameters = LinkParameters(down: DirectionParameters(), up: DirectionParameters()),
        tellsLine: Bool = true,
        remarks: [String] = []
    ) {
        self.exchanges = exchanges
        self.line = line
        self.tellsLine = tellsLine
        self.remarks = remarks
    }
}
