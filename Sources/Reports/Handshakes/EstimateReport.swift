package import Inspection
package import Runs

/// What was guessed of connections that could not be opened.
package struct EstimateReport: Sendable {
    private let estimates: [CaptureEstimate]
    private let start: Int64

    package init(_ estimates: [CaptureEstimate], start: Int64) {
        self.estimates = estimates
        self.start = start
    }

    package var isEmpty: Bool { estimates.isEmpty }

    package func lines(_ style: TerminalStyle) -> [String] {
        let longest = estimates.map(\.duration).max() ?? 0
        func column(
            _ heading: [String],
            isRightAligned: Bool = true,
            _ cell: (CaptureEstimate) -> String
        ) -> TextTable.Column {
            TextTable.Column(heading: heading, cells: estimates.map(cell), isRightAligned: isRightAligned)
        }
        return [style.accent("estimates, by the pattern of encrypted records (--keylog opens them)", .bold)]
            + TextTable(columns: [
                column(["stream"]) { "\($0.stream)" },
                column(["server"], isRightAligned: false) {
                    ($0.serverName ?? $0.server.description).printable.shortened(to: 32)
                },
                column(["request"]) { "~" + ByteFormat.text($0.requestBytes) },
                column(["response"]) { "~" + ByteFormat.text($0.responseBytes) },
                column(["request to", "last byte"]) { DurationFormat.text($0.duration, like: longest) },
            ]).lines(style)
    }
}

extension EstimateReport: JSONRepresentable {
    /// Times count from the capture's first packet.
    package var json: JSONValue {
        .array(
            estimates.map { estimate in
                [
                    "stream": estimate.stream.json, "order": estimate.order.json,
                    "serverName": estimate.serverName.json, "requestBytes": estimate.requestBytes.json,
                    "responseBytes": estimate.responseBytes.json,
                    "requestNs": (estimate.requestSent - start).json,
                    "firstByteNs": (estimate.firstByte - start).json,
                    "lastByteNs": (estimate.lastByte - start).json, "durationNs": estimate.duration.json,
                ]
            }
        )
    }
}
