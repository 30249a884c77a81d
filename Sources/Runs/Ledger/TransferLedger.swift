package import Wire

/// Where a transfer's time went: each nanosecond in exactly one cause, so that the rows add up to the duration.
package struct TransferLedger: Hashable, Sendable {
    /// Time that the line was busy with another transfer while this one waited for it.
    package struct Wait: Hashable, Sendable {
        /// nil for packets of no transfer.
        package var transfer: Int?
        package var time: Nanoseconds

        package init(transfer: Int?, time: Nanoseconds) {
            self.transfer = transfer
            self.time = time
        }
    }

    private var rows: [LedgerCause: Nanoseconds]
    /// Rows that the run's logs cannot tell.
    package private(set) var unknown: Set<LedgerCause>
    /// True where no packet's own times were known.
    package var isEstimated: Bool
    /// What `sharing` is made of, the longest first.
    package var waitedFor: [Wait]

    package init(
        _ rows: [LedgerCause: Nanoseconds] = [:],
        unknown: Set<LedgerCause> = [],
        isEstimated: Bool = false,
        waitedFor: [Wait] = []
    ) {
        self.rows = rows.filter { $0.value != 0 }
        self.unknown = unknown
        self.isEstimated = isEstimated
        self.waitedFor = waitedFor
    }

    /// nil where it is not known.
    package subscript(cause: LedgerCause) -> Nanoseconds? {
        unknown.contains(cause) ? nil : rows[cause] ?? 0
    }

    /// All rows added up.
    package var total: Nanoseconds {
        LedgerCause.allCases.reduce(0) { $0 + (self[$1] ?? 0) }
    }

    /// Causes that took time, the longest first.
    package var largest: [(cause: LedgerCause, time: Nanoseconds)] {
        LedgerCause.allCases.compactMap { cause in
            self[cause].flatMap { $0 > 0 ? (cause, $0) : nil }
        }
        .sorted { $0.1 > $1.1 }
    }

    /// Several transfers' rows added up; a row is known where one of them knows it. nil where there are none.
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
