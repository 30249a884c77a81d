import Figures
import Logs
import Runs
import Wire

/// A step's transfers over the network: theory, both measurements, and their difference.
struct TransferTable {
    private static let unknown = "-"
    /// Shorter waits did not ask a name server.
    private static let shortestLookup: Nanoseconds = 1_000_000

    private let transfers: [TransferResult]
    private let isShared: Bool
    private let isCaptured: Bool
    /// Maximum of the compared columns, which all use its unit.
    private let longest: Nanoseconds
    private let fastest: Int64

    /// `isShared` if the transfers shared the line and are compared with the shared theory. `isCaptured` if
    /// packets were recorded as a second witness.
    init(_ transfers: [TransferResult], isShared: Bool, isCaptured: Bool) {
        self.transfers = transfers
        self.isCaptured = isCaptured
        self.isShared = isShared
        longest =
            transfers.map { max($0.clientLog?.exchange.duration ?? 0, $0.theory?.shared ?? 0) }.max() ?? 0
        fastest = transfers.compactMap { $0.clientLog?.exchange.speedBps }.max() ?? 0
    }

    /// `more` notes follow those that explain the columns.
    func table(_ more: [String]) -> ReportTable {
        var columns: [TableColumn<TransferResult>] = [
            .text("image") { $0.file.shortened(to: 24) },
            .number("size") { ByteFormat.text($0.bodyBytes) },
        ]
        if transfers.contains(where: { Self.answer($0) != "network" }) {
            columns.append(.text("from", cell: Self.answer))
        }
        columns.append(.number("article", "theory", priority: 4) { time($0.theory?.article) })
        if isShared {
            columns.append(.number("theory", "alone", priority: 1) { time($0.theory?.alone) })
        }
        columns.append(.number("theory", isShared ? "shared" : "alone", priority: 7) { time(expected($0)) })
        columns.append(.number("client", "log") { time($0.clientLog?.exchange.duration) })
        if isCaptured {
            columns.append(
                .number("packet", "capture", priority: 6) { time($0.capture?.exchange.duration) }
            )
        }
        columns += [
            .number("speed", priority: 2) {
                $0.clientLog?.exchange.speedBps.map { RateFormat.text($0, like: fastest) } ?? Self.unknown
            },
            .number("log less", "theory", priority: 5) {
                difference($0).map(DurationFormat.signedMilliseconds) ?? Self.unknown
            },
            .number("in % of", "theory", priority: 3, cell: share),
        ]
        return ReportTable(transfers, columns, notes: notes + more)
    }

    private var notes: [String] {
        var notes: [String] = []
        let setUps = transfers.compactMap { $0.clientLog == nil ? nil : $0.setUp }
        if let least = setUps.min(), let most = setUps.max() {
            let range = least == most ? "" : "\(DurationFormat.text(least)) to "
            notes.append(
                (isCaptured ? "Log and capture run" : "The log runs")
                    + " from the request's first byte to the body's last\(proxied). Theory and difference also count "
                    + "the connection's set-up (measured: \(range)\(DurationFormat.text(most)))."
            )
        }
        let lookups = transfers.compactMap(\.phases?.dns).filter { $0 >= Self.shortestLookup }
        if let least = lookups.min(), let most = lookups.max() {
            let range = least == most ? "" : "\(DurationFormat.text(least)) to "
            notes.append(
                "Before that, the origin's name was looked up (\(range)\(DurationFormat.text(most))). No column counts "
                    + "the lookup; the makespan and its theory do."
            )
        }
        notes += transfers.compactMap { transfer in transfer.error.map { "\(transfer.file): \($0)" } }
        return notes
    }

    /// What the log of a transfer through a proxy includes.
    private var proxied: String {
        guard transfers.contains(where: { $0.proxy != nil }) else { return "" }
        return isCaptured
            ? ": the client's request in the log, with the proxy's work before it asked the origin; the proxy's in the capture"
            : ", including the proxy's work before it asked the origin"
    }

    private func expected(_ transfer: TransferResult) -> Nanoseconds? {
        isShared ? transfer.theory?.shared : transfer.theory?.alone
    }

    private func difference(_ transfer: TransferResult) -> Nanoseconds? {
        guard let measured = transfer.measured, let expected = expected(transfer) else { return nil }
        return measured - expected
    }

    private func share(_ transfer: TransferResult) -> String {
        guard let difference = difference(transfer), let expected = expected(transfer), expected != 0 else {
            return Self.unknown
        }
        return StepFigures.share(difference, expected)
    }

    private func time(_ time: Nanoseconds?) -> String {
        time.map { DurationFormat.text($0, like: longest) } ?? Self.unknown
    }

    /// Source of the bytes, and the status if it is unusual.
    private static func answer(_ transfer: TransferResult) -> String {
        switch transfer.source {
        case .revalidated: "304, \(transfer.tier?.rawValue ?? "cache")"
        case .none: transfer.status.map { "failed, \($0)" } ?? "failed"
        case .network where transfer.status != 200: transfer.status.map { "network, \($0)" } ?? "network"
        case .memory, .disk, .network: transfer.source.rawValue
        }
    }
}
