import Analysis
import Archives
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

// MARK: Timings

extension ClientExchange {
    /// The phases from `start` to `end`, which they fill completely. What precedes the connection counts as blocked: a
    /// cache's look-up, the wait for a connection, pauses before another try.
    var timings: ArchiveTimings {
        guard let witness else { return unfinished }
        var timings = ArchiveTimings()
        var rest = max(0, witness.request - start)
        func taken(_ time: Nanoseconds?) -> Nanoseconds? {
            guard let time, time > 0 else { return nil }
            let part = min(time, rest)
            rest -= part
            return part
        }
        if hop == nil {
            timings.connect = taken(transfer.setUp)
            timings.secure = timings.connect.flatMap { whole in
                transfer.encryption == nil ? nil : transfer.phases.map { min($0.tls, whole) }
            }
            timings.lookup = taken(transfer.phases?.dns)
        }
        timings.blocked = rest
        let answer = max(0, witness.firstByte - max(start, witness.request))
        let sent = hop == nil ? min(transfer.phases?.request ?? 0, answer) : 0
        timings.send = sent
        timings.wait = answer - sent
        timings.receive = max(0, witness.lastByte - max(start, witness.firstByte))
        return timings
    }

    /// The phases of an exchange without an end, as far as the client told them. What remains was spent in the last
    /// phase that had begun.
    private var unfinished: ArchiveTimings {
        var timings = ArchiveTimings()
        var rest = end - start
        func taken(_ time: Nanoseconds) -> Nanoseconds {
            let part = min(max(0, time), rest)
            rest -= part
            return part
        }
        func occurred(_ time: Nanoseconds) -> Nanoseconds? { time > 0 ? time : nil }
        let phases = transfer.phases ?? TransferPhases()
        let blocked = taken(phases.cache + phases.blocked)
        timings.lookup = occurred(taken(phases.dns))
        let connected = taken(phases.connect)
        let secured = taken(phases.tls)
        timings.connect = occurred(connected + secured)
        timings.secure = occurred(secured)
        timings.send = taken(phases.request)
        let waited = taken(phases.wait)
        let received = taken(phases.receive)
        let (hasAsked, hasAnswer) = (phases.request + phases.wait > 0, received > 0)
        timings.receive = hasAnswer ? received + rest : 0
        timings.wait = hasAsked && !hasAnswer ? waited + rest : waited
        timings.blocked = hasAsked || hasAnswer ? blocked : blocked + rest
        return timings
    }
}
