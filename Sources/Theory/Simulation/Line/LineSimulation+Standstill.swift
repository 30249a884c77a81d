import Wire

/// What stops on the client's side: its thread for a time, and connections for good.
extension LineSimulation {
    /// Whoever stands still already does not begin to.
    mutating func standStill(for time: Nanoseconds, at now: Instant) {
        guard time > 0, standstill == nil else { return }
        standstill = []
        for connection in connections { connection.client.isReading = false }
        events.add(.resume, at: now + time)
    }

    mutating func resume(at now: Instant) {
        let waiting = standstill ?? []
        standstill = nil
        for connection in connections { connection.client.resume(at: now) }
        for index in connections.indices { goOn(index, at: now) }
        for fetch in waiting { seek(fetch, at: now) }
    }

    mutating func closeIdle(at now: Instant) {
        for index in connections.indices where !connections[index].client.isClosed {
            connections[index].close(at: now)
            if connections[index].client.isClosed { goOn(index, at: now) }
        }
        pool.numbered = pool.numbered.filter { !connections[$0.value].client.isClosed }
    }
}
