package import LinkModel
package import Runs
package import Wire

/// What is missing from a run's folder or a capture, or contradicts itself there.
package enum RecoveryFault: Hashable, Sendable {
    case folder(FolderFault)
    case result(ResultFault)
    case contradiction(ResultContradiction)

    // Transfers
    /// The transfers are those of the timing log.
    case transfersOfLog(hasResult: Bool)
    /// They went through a proxy, whose part of their time the timing log does not tell apart.
    case proxyUntold
    /// `told` by the result, `found` in the timing log.
    case times(TransferName, told: Span, found: Span)
    /// Different sizes of one body, both in the result.
    case bodies(TransferName, received: Int, onWire: Int)

    // Steps that are not what their transfers make them
    case stepTimes(step: String)
    /// Requests, hits or overlap.
    case stepCounts(step: String)
    case stepAbsent(step: String)

    // The line
    /// Packets of the line's log did not go at the scenario's rate in bit/s.
    case lineRate(LinkDirection, Int64)
    case lineDelay(LinkDirection, Nanoseconds)
    /// Entries of the line's log whose times run backwards.
    case backwards(entries: Int)
    /// Transfers whose packets are not all in the line's log.
    case torn(transfers: Int)

    // Ledgers
    /// Transfers whose ledger the result lacks, nil if it lacks all; `isLogged` if the logs tell it.
    case ledgers(transfers: Int?, isLogged: Bool)
    /// Rows that do not add up to the transfer's duration.
    case rows(TransferName, sum: Nanoseconds, duration: Nanoseconds)

    // Captures
    case cutResponses(Int)
    case partialExchanges(Int)
    case encryptedExchanges(Int)
    /// Connections of which only one side's packets were recorded.
    case oneDirection(connections: Int)
    /// Exchanges of a proxy with servers, in the capture beside those of its clients.
    case serversHalves(Int)
}
