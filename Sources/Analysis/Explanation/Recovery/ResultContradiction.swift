package import LinkModel
package import Logs
package import Runs
package import Wire

/// A figure of `result.json`, `told`, that another file of the run denies with the one that it has, `found`.
package enum ResultContradiction: Hashable, Sendable {
    // By the resolved scenario: the line
    /// In bit/s; nil if unlimited.
    case rate(LinkDirection, told: Int64?, found: Int64?)
    case delay(LinkDirection, told: Nanoseconds, found: Nanoseconds)

    // By the line's log
    /// Share of the step's time in which the line was sending.
    case utilisation(step: String, told: Double, found: Double)
    /// Bytes that the connection of these transfers put on the line.
    case wireBytes([TransferName], LinkDirection, told: Int, found: Int)

    // By the origin's log
    case bodyBytes(TransferName, told: Int, found: Int)
    case headerBytes(TransferName, told: Int, found: Int)
    case status(TransferName, told: Int, found: Int)

    // By the timing log
    case source(TransferName, told: ImageSource, found: ImageSource)

    // By all logs together
    case ledger(TransferName, LedgerCause, told: Nanoseconds, found: Nanoseconds)
}
