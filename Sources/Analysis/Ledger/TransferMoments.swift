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
    /// The name is looked up; nil on an existing connection, as for the next two.
    let lookup: Instant?
    let connect: Instant?
    let secure: Instant?
    /// The connection is ready for the request.
    let ready: Instant
    /// The last byte is at the client's host.
    let storing: Instant
    let decoding: Instant
    let end: Instant

    /// `tries` are the times at which it was handed over, once for each try; empty without a log.
    init(_ transfer: TransferRecord, tries: [Instant], ready used: Instant?) {
        let (phases, exchange) = (transfer.phases, transfer.exchange)
        start = transfer.start
        end = max(transfer.end, transfer.start)
        let first = min(max(start, tries.first ?? start + phases.cache), end)
        let queued = min(max(first, tries.last ?? first), end)
        self.queued = first
        retried = queued
        turned = transfer.passage.map { [end] in min(max(queued, $0.turned), end) }
        passedOn = transfer.passage?.entry.passedOn
        if let begun = exchange?.connectStart, let done = exchange?.connectEnd {
            connect = max(queued, begun)
            lookup = max(queued, begun - phases.dns)
            secure = max(begun, done - phases.tls)
            ready = max(queued, done)
        } else {
            (lookup, connect, secure) = (nil, nil, nil)
            ready = max(queued, used ?? exchange?.requestFirstByte ?? queued)
        }
        let stored = max(0, phases.cache - (first - start))
        storing = max(ready, end - stored)
        decoding = max(ready, storing - phases.decode)
    }
}
