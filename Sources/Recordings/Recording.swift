package import LinkModel

/// Recorded traffic from any source.
package struct Recording: Hashable, Sendable {
    package var exchanges: [RecordedExchange]
    /// The line, as far as the recording shows it.
    package var line: LinkParameters
    /// False if the recording shows nothing of its line, as with an archive.
    package var tellsLine: Bool
    /// Differences from the recorded traffic.
    package var remarks: [RecordingRemark]

    package init(
        exchanges: [RecordedExchange],
        line: LinkParameters = LinkParameters(down: DirectionParameters(), up: DirectionParameters()),
        tellsLine: Bool = true,
        remarks: [RecordingRemark] = []
    ) {
        self.exchanges = exchanges
        self.line = line
        self.tellsLine = tellsLine
        self.remarks = remarks
    }
}
