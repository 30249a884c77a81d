import Figures
import Logs
import Runs

/// The transfers of a step that touched no network: how long the caller waited, as the client and as
/// the caller's own stopwatch say, and how long it had the first time.
struct HitTable {
    private let result: RunResult
    private let transfers: [TransferResult]

    init(_ result: RunResult, _ transfers: [TransferResult]) {
        self.result = result
        self.transfers = transfers
    }

    var table: TextTable {
        var columns = [
            TextTable.Column(
                heading: ["image"],
                cells: transfers.map { $0.file.shortened(to: 24) },
                isRightAligned: false
            ),
            TextTable.Column(
                heading: ["size"],
                cells: transfers.map { ByteFormat.text($0.bodyBytes) },
                priority: 1
            ),
            TextTable.Column(
                heading: ["from"],
                cells: transfers.map(\.source.rawValue),
                isRightAligned: false
            ),
            TextTable.Column(
                heading: ["caller", "waited"],
                cells: transfers.map { DurationFormat.text($0.duration) }
            ),
        ]
        if transfers.contains(where: { $0.outside != nil }) {
            let cells = transfers.map { $0.outside.map(DurationFormat.text) ?? "-" }
            columns.append(TextTable.Column(heading: ["by its own", "stopwatch"], cells: cells, priority: 3))
        }
        columns.append(
            TextTable.Column(heading: ["first time,", "network"], cells: transfers.map(first), priority: 2)
        )
        return TextTable(columns: columns)
    }

    private func first(_ hit: TransferResult) -> String {
        let network = result.transfers.first { $0.file == hit.file && $0.source == .network }
        return network.map { DurationFormat.text($0.duration) } ?? "-"
    }
}
