package import Inspection
package import Runs
package import Wire

/// One exchange of a capture beside what theory says of it.
package struct ComparedExchange: Hashable, Sendable {
    /// By which an exchange is found among all of a capture.
    package struct Place: Hashable, Sendable {
        package var stream: Int
        package var order: Int

        package init(_ exchange: CaptureExchange) {
            stream = exchange.stream
            order = exchange.order
        }
    }

    /// Of the line that it is compared with; `shared` among the capture's other exchanges, from their actual starts.
    package var theory: TransferTheory
    /// From the connection's first packet where it was opened for this exchange, else from the request's first byte, to the
    /// response's last; theory's times are meant to be held against it. nil where the capture lacks a part.
    package var measured: Nanoseconds?
    /// Estimates.
    package var ledger: TransferLedger?

    /// What theory's most thorough time is of the measured one; nil where either is not known.
    package var ratio: Double? {
        guard let measured, let told = theory.shared ?? theory.alone, told > 0 else { return nil }
        return Double(measured) / Double(told)
    }

    /// What took the most of it, and its share.
    package var topCause: (cause: LedgerCause, share: Double)? {
        guard let ledger, let top = ledger.largest.first, ledger.total > 0 else { return nil }
        return (top.cause, Double(top.time) / Double(ledger.total))
    }
}
