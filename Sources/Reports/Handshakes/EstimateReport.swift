import Figures
import Inspection
import JSON

/// Estimated exchanges of connections that could not be decrypted.
struct EstimateReport: Sendable {
    private static let serverWidth = ReportColumn.Shrinking(preferred: 20, atLeast: 8)

    private let estimates: InspectedList<CaptureEstimate>
    private let start: Int64

    init(_ estimates: InspectedList<CaptureEstimate>, start: Int64) {
        self.estimates = estimates
        self.start = start
    }

    var isEmpty: Bool { estimates.isEmpty }

    var section: ReportSection {
        let title = "estimates, by the pattern of encrypted records (--keylog opens them)"
        return [.heading(ReportHeading(title, breaking: .strong(hanging: 2))), .table(table)]
    }

    private var table: ReportTable {
        let longest = estimates.lazy.map(\.duration).max() ?? 0
        return ReportTable(
            of: estimates,
            [
                .number("stream") { "\($0.stream)" },
                .text("server", shrinking: Self.serverWidth) {
                    ($0.serverName ?? $0.server.description).printable.shortened(to: 40)
                },
                .number("request", priority: 1) { "~" + ByteFormat.text($0.requestBytes) },
                .number("response", priority: 2) { "~" + ByteFormat.text($0.responseBytes) },
                .number("request to", "last byte") { DurationFormat.text($0.duration, like: longest) },
            ]
        )
    }
}

extension EstimateReport {
    /// Times count from the capture's first packet.
    var draft: JSONDraft {
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
