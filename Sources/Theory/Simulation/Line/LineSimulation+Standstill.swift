import Wire

/// What stops on the client's side: its thread for a time, and connections for good.
extension LineSimulation {
    /// Whoever stands still already does not begin to.
    mutating func standStill(for time: Nanoseconds, at now: Instant) {
        guard time > 0, standstill == nil else { return }
        standstill = []
        for connection in connections { connection.client.stopReading() }
        events.add(.resume, at: now + time)
    }

    mutating func resume(at now: Instant) {
        let waiting = standstill ?? []
        standstill = nil
        for connection in connections { connection.client.resume(at: now) }
        for index in connections.indices { goOn(index, at: now) }
        for fetch in waiting { seek(fetch, at: now) }
    }

    /// The client closes its connections between two steps: what it awaits comes to its end first, and what is wanted later waits
    /// for the closing.
    mutating func closeIdle(at now: Instant) {
        guard !plan.fetches.indices.contains(where: isAwaited) else {
            heldByClosing = heldByClosing ?? []
            return
        }
        let held = heldByClosing ?? []
        heldByClosing = nil
        for index in connections.indices where !connections[index].client.isClosed {
            connections[index].close(at: now)
            if connections[index].client.isClosed { goOn(index, at: now) }
        }
        pool.numbered = pool.numbered.filter { !connections[$0.value].client.isClosed }
        for fetch in held { want(fetch, at: now) }
    }

    private func isAwaited(_ fetch: Int) -> Bool {
        guard plan.fetches[fetch].isAwaited, transfers[fetch].responseLastByte == nil else { return false }
        return transfers[fetch].begin != nil || connections.contains { $0.waiting.contains(fetch) }
    }
}
