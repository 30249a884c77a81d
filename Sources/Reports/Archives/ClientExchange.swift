import Analysis
import Logs
import Runs
import Wire

/// One exchange of the client over the network: that of a transfer, or of one of its redirects.
struct ClientExchange {
    let transfer: TransferResult
    /// The redirect that answered; nil for the exchange with the final address.
    let hop: RedirectHop?
    /// When the exchange was wanted: by the caller, or by the redirect before.
    let start: Instant
    /// The exchange on the wire; nil if it did not complete.
    let witness: ExchangeWitness?

    /// A run's exchanges in the order of their start. Bytes from a cache, and those of an exchange that another
    /// caller made, are not among them.
    static func all(of result: RunResult) -> [ClientExchange] {
        result.transfers.flatMap(exchanges).enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
    }

    private static func exchanges(_ transfer: TransferResult) -> [ClientExchange] {
        guard transfer.sharedWith == nil, !transfer.source.isLocal else { return [] }
        var exchanges: [ClientExchange] = []
        var start = transfer.start
        for hop in transfer.redirects {
            guard let witness = hop.exchange else { continue }
            exchanges.append(ClientExchange(transfer: transfer, hop: hop, start: start, witness: witness))
            start = witness.lastByte
        }
        exchanges.append(
            ClientExchange(transfer: transfer, hop: nil, start: start, witness: transfer.clientLog?.exchange)
        )
        return exchanges
    }

    var url: String { hop?.url ?? transfer.url }

    /// nil if no response came.
    var status: Int? { hop?.status ?? transfer.wireStatus }

    var end: Instant { witness?.lastByte ?? max(start, transfer.end) }
}
