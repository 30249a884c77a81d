import Figures
import Logs
import Runs

/// The transfers of a step that used no network: the caller's wait by the client's log and by the caller's
/// own stopwatch, and the time of the first fetch.
struct HitTable {
    private let result: RunResult
    private let transfers: [TransferResult]

    init(_ result: RunResult, _ transfers: [TransferResult]) {
        self.result = result
        self.transfers = transfers
    }

    var table: ReportTable {
        var columns: [TableColumn<TransferResult>] = [
            .text("image") { $0.file.shortened(to: 24) },
            .number("size", priority: 1) { ByteFormat.text($0.bodyBytes) },
            .text("from") { $0.source.rawValue },
            .number("caller", "waited") { DurationFormat.text($0.duration) },
        ]
        if transfers.contains(where: { $0.outside != nil }) {
            columns.append(
                .number("by its own", "stopwatch", priority: 3) {
                    $0.outside.map(DurationFormat.text) ?? "-"
                }
            )
        }
        return ReportTable(transfers, columns + [.number("first time,", "network", priority: 2, cell: first)])
    }

    private func first(_ hit: TransferResult) -> String {
        let network = result.transfers.first { $0.file == hit.file && $0.source == .network }
        return network.map { DurationFormat.text($0.duration) } ?? "-"
    }
}
