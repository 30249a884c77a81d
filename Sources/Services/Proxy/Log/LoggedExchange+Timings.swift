import Archives
import Proxy
import Serving
import Wire

extension LoggedExchange {
    /// The phases as an archive has them: one after the other, from the client's first byte to the end, so that their
    /// sum is the duration. What happened before the request, such as the making of a connection for its tunnel, is
    /// left out. The time on the line in front is in `blocked` and `receive`, as a browser behind it would see it.
    var archivedTimings: ArchiveTimings {
        var timings = ArchiveTimings()
        let (server, seen) = (exchange.server, exchange.client)
        if let server, !server.isReused, let connection = server.connection {
            timings.lookup = time(from: connection.lookupBegan, to: connection.lookupEnded)
            timings.secure = time(from: connection.handshakeBegan, to: connection.handshakeEnded)
            let made = connection.tunnelOpened ?? connection.connectEnded
            timings.connect = time(from: connection.connectBegan, to: made).map { $0 + (timings.secure ?? 0) }
        }
        let setup = (timings.lookup ?? 0) + (timings.connect ?? 0)
        let answered = placed(server?.receivedFirst ?? seen.responseFirstByte ?? end)
        // A server may answer before it has the whole request.
        let sent = min(placed(server?.sentLast ?? answered), answered)
        let sending = server?.sentFirst.map { min(placed($0), sent) } ?? min(begin + setup, answered)
        timings.send = server?.sentFirst == nil ? 0 : sent - sending
        timings.wait = answered - (server?.sentFirst == nil ? sending : sent)
        timings.receive = end - answered
        let before = max(0, sending - begin - setup)
        // A response is held after it has come.
        let heldAfter = min(max(0, (exchange.held ?? 0) - before), timings.receive ?? 0)
        timings.receive = timings.receive.map { $0 - heldAfter }
        timings.blocked = before + heldAfter > 0 ? before + heldAfter : nil
        return timings
    }

    /// nil if it took no time of the exchange.
    private func time(from first: Instant?, to last: Instant?) -> Nanoseconds? {
        guard let first, let last, last > begin else { return nil }
        return placed(last) - placed(first)
    }

    /// The instant within the exchange that is nearest to it.
    private func placed(_ instant: Instant) -> Instant { min(max(instant, begin), end) }
}
