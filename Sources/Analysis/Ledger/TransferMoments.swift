import Logs
import Runs
import Wire

/// The known moments that cut a transfer's time, in order, each no earlier than the one before.
struct TransferMoments {
    let start: Instant
    /// Handed over to be carried out; the wait for a connection begins.
    let queued: Instant
    /// Handed over for the last time: failed tries, and the waits after them, come before.
    let retried: Instant
    /// The client turned to its proxy, which had handed the answer on at `passedOn`; nil without a proxy.
    let turned: Instant?
    let passedOn: Instant?
    /// The name is looked up; nil on a connection that was ready before, as for the next two.
    let lookup: Instant?
    let connect: Instant?
    let secure: Instant?
    /// The connection is ready for requests.
    let ready: Instant
    /// It has room for this one: the client sends it.
    let asked: Instant
    /// The last byte is at the client's host.
    let storing: Instant
    let decoding: Instant
    let end: Instant

    /// `tries` are the times at which it was handed over, once for each try; empty without a log. `used` is when its
    /// request left on a connection that it did not open, and `opening` is that connection's.
    init(
        _ transfer: TransferRecord,
        tries: [Instant],
        ready used: Instant?,
        opening: ConnectionOpening? = nil
    ) {
        let (phases, exchange) = (transfer.phases, transfer.exchange)
        start = transfer.start
        end = max(transfer.end, transfer.start)
        let first = min(max(start, tries.first ?? start + phases.cache), end)
        let queued = min(max(first, tries.last ?? first), end)
        self.queued = first
        retried = queued
        turned = transfer.passage.map { [end] in min(max(queued, $0.turned), end) }
        passedOn = transfer.passage?.entry.passedOn
        let own = ConnectionOpening(transfer)
        let sent = max(queued, used ?? exchange?.requestFirstByte ?? queued)
        if let opening = own ?? opening, own != nil || opening.ready > queued && opening.lookup < sent {
            connect = max(queued, opening.connect)
            lookup = max(queued, opening.lookup)
            secure = max(queued, opening.secure)
            ready = max(queued, opening.ready)
            asked = own == nil ? max(ready, sent) : ready
        } else {
            (lookup, connect, secure) = (nil, nil, nil)
            (ready, asked) = (sent, sent)
        }
        let stored = max(0, phases.cache - (first - start))
        storing = max(asked, end - stored)
        decoding = max(asked, storing - phases.decode)
    }
}
