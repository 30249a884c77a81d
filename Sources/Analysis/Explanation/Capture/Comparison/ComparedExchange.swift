package import Inspection
package import Runs
package import Wire

/// One exchange of a capture compared with theory.
package struct ComparedExchange: Hashable, Sendable {
    /// Identifies an exchange among all of a capture.
    package struct Place: Hashable, Sendable {
        package var connection: CaptureConnection
        package var order: Int

        package init(_ exchange: CaptureExchange) {
            connection = exchange.connection
            order = exchange.order
        }
    }

    /// Theory for the compared line; `shared` counts the capture's other exchanges from their actual starts.
    package var theory: TransferTheory
    /// Time to compare with theory's: from the connection's first packet if it was opened for this exchange,
    /// else from the request's first byte, to the response's last. nil if the capture lacks a part.
    package var measured: Nanoseconds?
    /// Estimated rows.
    package var ledger: TransferLedger?

    /// Theory's most thorough time as a share of the measured one; nil if either is unknown.
    package var ratio: Double? {
        guard let measured, let told = theory.shared ?? theory.alone, told > 0 else { return nil }
        return Double(measured) / Double(told)
    }

    /// The largest cause, and its share.
    package var topCause: (cause: LedgerCause, share: Double)? {
        guard let ledger, let top = ledger.largest.first, ledger.total > 0 else { return nil }
        return (top.cause, Double(top.time) / Double(ledger.total))
    }
}
