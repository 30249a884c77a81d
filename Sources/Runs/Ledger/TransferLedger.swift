package import JSON
package import LinkModel
import Scenarios
package import Wire

/// The causes of a transfer's time. Each nanosecond belongs to exactly one cause, so the rows add up to the
/// duration.
package struct TransferLedger: Hashable, Sendable {
    /// Time in which the line carried another transfer while this one waited for it.
    package struct Wait: Hashable, Sendable {
        /// nil for packets that belong to no transfer.
        package var transfer: Int?
        package var time: Nanoseconds

        package init(transfer: Int?, time: Nanoseconds) {
            self.transfer = transfer
            self.time = time
        }
    }

    /// Packets that the line lost, and time in which the transfer waited for their repair.
    package struct Loss: Hashable, Sendable {
        /// Whose they were: also the transfer's own number. Packets that opened its connection, and acknowledgements of its
        /// client, are its own. nil for bytes of no transfer.
        package var transfer: Int?
        package var direction: LinkDirection
        /// nil if they had arrived, and were sent again in vain.
        package var kind: LossKind?
        package var packets: Int
        /// When the first of them was lost, and the last.
        package var first: Instant
        package var last: Instant
        package var time: Nanoseconds

        package init(
            transfer: Int?,
            direction: LinkDirection,
            kind: LossKind?,
            packets: Int,
            first: Instant,
            last: Instant,
            time: Nanoseconds
        ) {
            self.transfer = transfer
            self.direction = direction
            self.kind = kind
            self.packets = packets
            (self.first, self.last) = (first, last)
            self.time = time
        }
    }

    /// Time in which HTTP/2's flow control held the sender back, and the most that the client allowed on its way at once.
    package struct FlowControl: Hashable, Sendable {
        package var stream: Nanoseconds
        package var streamWindow: Int
        /// Without the time in which the stream's own window was closed, too.
        package var connection: Nanoseconds
        package var connectionWindow: Int

        package init(stream: Nanoseconds, streamWindow: Int, connection: Nanoseconds, connectionWindow: Int) {
            self.stream = stream
            self.streamWindow = streamWindow
            self.connection = connection
            self.connectionWindow = connectionWindow
        }

        package var time: Nanoseconds { stream + connection }
    }

    private var rows: [LedgerCause: Nanoseconds]
    /// Rows that the run's logs cannot determine.
    package private(set) var unknown: Set<LedgerCause>
    /// True if the times of individual packets were not known.
    package var isEstimated: Bool
    /// The parts of `sharing`, longest first.
    package var waitedFor: [Wait]
    /// The part of `receiver` that is HTTP/2's; the rest is TCP's. nil if there is none.
    package var flowControl: FlowControl?
    /// The parts of `recovery`, longest first; empty if they are not known.
    package var losses: [Loss]

    package init(
        _ rows: [LedgerCause: Nanoseconds] = [:],
        unknown: Set<LedgerCause> = [],
        isEstimated: Bool = false,
        waitedFor: [Wait] = [],
        flowControl: FlowControl? = nil,
        losses: [Loss] = []
    ) {
        self.rows = rows.filter { $0.value != 0 }
        self.unknown = unknown
        self.isEstimated = isEstimated
        self.waitedFor = waitedFor
        self.flowControl = flowControl
        self.losses = losses
    }

    /// nil if the row is unknown.
    package subscript(cause: LedgerCause) -> Nanoseconds? {
        unknown.contains(cause) ? nil : rows[cause] ?? 0
    }

    /// Sum of all rows.
    package var total: Nanoseconds {
        LedgerCause.allCases.reduce(0) { $0 + (self[$1] ?? 0) }
    }

    /// Causes that took time, longest first.
    package var largest: [(cause: LedgerCause, time: Nanoseconds)] {
        rows.filter { $0.value > 0 && !unknown.contains($0.key) }
            .map { (cause: $0.key, time: $0.value) }
            .sorted { one, other in
                guard one.time == other.time else { return one.time > other.time }
                return LedgerCause.allCases.first { $0 == one.cause || $0 == other.cause } == one.cause
            }
    }

    /// The sum of several transfers' rows. A row is known if any of them knows it. nil for no transfers.
    package static func sum(_ ledgers: [TransferLedger]) -> TransferLedger? {
        guard let first = ledgers.first else { return nil }
        var sum = TransferLedger(unknown: first.unknown)
        for ledger in ledgers {
            for cause in LedgerCause.allCases { sum.rows[cause, default: 0] += ledger[cause] ?? 0 }
            sum.unknown.formIntersection(ledger.unknown)
            sum.isEstimated = sum.isEstimated || ledger.isEstimated
        }
        return sum
    }
}

// MARK: JSON

extension TransferLedger: JSONReadable {
    package static let figures: [ResultFigure<TransferLedger>] = LedgerCause.allCases.map { cause in
        .derived(.time, cause.rawValue, \.[cause])
    }

    /// A row for each cause in nanoseconds; unknown rows are null. `estimated` is added only if it is true,
    /// since it is not a row.
    package var json: JSONValue {
        let rows = LedgerCause.allCases.map { JSONValue.Member(key: $0.rawValue, value: self[$0].json) }
        return .object(isEstimated ? rows + [.init(key: "estimated", value: true.json)] : rows)
    }

    /// Takes the rows that are present; nil if there are none.
    package init?(json: JSONValue) {
        var rows: [LedgerCause: Int64] = [:]
        for cause in LedgerCause.allCases {
            if let time = json[cause.rawValue]?.time, time >= 0 { rows[cause] = time }
        }
        guard !rows.isEmpty else { return nil }
        // Older results had no proxy, and no rows for outages and for addresses that do not answer.
        rows[.proxy] = rows[.proxy] ?? 0
        rows[.outage] = rows[.outage] ?? 0
        rows[.fallback] = rows[.fallback] ?? 0
        self.init(
            rows,
            unknown: Set(LedgerCause.allCases.filter { rows[$0] == nil }),
            isEstimated: json["estimated"] == .bool(true)
        )
    }
}

extension TransferLedger.Wait: Tabulated {
    package static let figures: [ResultFigure<Self>] = [
        .member("transfer", \.transfer),
        .stored(.time, "time", key: "ns", \.time),
    ]

    package init?(json: JSONValue) {
        self.init(transfer: nil, time: 0)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}

extension TransferLedger.FlowControl: Tabulated {
    package static let figures: [ResultFigure<Self>] = [
        .stored(.time, "stream", \.stream),
        .stored(.bytes, "streamWindowBytes", \.streamWindow),
        .stored(.time, "connection", \.connection),
        .stored(.bytes, "connectionWindowBytes", \.connectionWindow),
    ]

    package init?(json: JSONValue) {
        self.init(stream: 0, streamWindow: 0, connection: 0, connectionWindow: 0)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}

extension TransferLedger.Loss: Tabulated {
    package static let figures: [ResultFigure<Self>] = [
        .member("transfer", \.transfer),
        .member("direction", \.direction),
        .member("kind", \.kind),
        .member("packets", \.packets),
        .stored(.time, "first", \.first),
        .stored(.time, "last", \.last),
        .stored(.time, "time", key: "ns", \.time),
    ]

    package init?(json: JSONValue) {
        let start = Instant.zero
        self.init(transfer: nil, direction: .up, kind: nil, packets: 0, first: start, last: start, time: 0)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}

extension LinkDirection: JSONReadable {}
extension LossKind: JSONReadable {}
