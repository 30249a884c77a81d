import Figures
package import Inspection
package import JSON

/// What was guessed of connections that could not be opened.
package struct EstimateReport: Sendable {
    private static let serverWidth = TextTable.Shrinking(whileOthersLeave: 20, atLeast: 8)

    private let estimates: InspectedList<CaptureEstimate>
    private let start: Int64

    package init(_ estimates: InspectedList<CaptureEstimate>, start: Int64) {
        self.estimates = estimates
        self.start = start
    }

    package var isEmpty: Bool { estimates.isEmpty }

    /// Line by line: there may be very many.
    func write(_ style: TerminalStyle, _ line: (String) -> Void) {
        let title = "estimates, by the pattern of encrypted records (--keylog opens them)"
        for words in title.wrapped(style.width, hanging: 2) { line(style.accent(words, .bold)) }
        table.write(style, line)
    }

    private var table: TextTable {
        let longest = estimates.lazy.map(\.duration).max() ?? 0
        func column(
            _ heading: [String],
            isRightAligned: Bool = true,
            priority: Int? = nil,
            shrinking: TextTable.Shrinking? = nil,
            _ cell: @escaping (CaptureEstimate) -> String
        ) -> TextTable.ColumnOf<CaptureEstimate> {
            TextTable.ColumnOf(
                heading: heading,
                isRightAligned: isRightAligned,
                priority: priority,
                shrinking: shrinking,
                cell: cell
            )
        }
        return TextTable(
            of: estimates,
            columns: [
                column(["stream"]) { "\($0.stream)" },
                column(["server"], isRightAligned: false, shrinking: Self.serverWidth) {
                    ($0.serverName ?? $0.server.description).printable.shortened(to: 40)
                },
                column(["request"], priority: 1) { "~" + ByteFormat.text($0.requestBytes) },
                column(["response"], priority: 2) { "~" + ByteFormat.text($0.responseBytes) },
                column(["request to", "last byte"]) { DurationFormat.text($0.duration, like: longest) },
            ]
        )
    }
}

extension EstimateReport {
    /// Times count from the capture's first packet.
    package var draft: JSONDraft {
        let (estimates, start) = (estimates, start)
        return .elements(estimates.count) { place in
            let estimate = estimates[place]
            return .value(
                [
                    "stream": estimate.stream.json, "order": estimate.order.json,
                    "serverName": estimate.serverName.json, "requestBytes": estimate.requestBytes.json,
                    "responseBytes": estimate.responseBytes.json,
                    "requestNs": (estimate.requestSent - start).json,
                    "firstByteNs": (estimate.firstByte - start).json,
                    "lastByteNs": (estimate.lastByte - start).json, "durationNs": estimate.duration.json,
                ]
            )
        }
    }
}
