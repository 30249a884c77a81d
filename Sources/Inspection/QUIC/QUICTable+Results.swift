import Wire

/// Connections that end, and what is reported of them.
extension QUICTable {
    /// Closes the quarter that was silent the longest.
    func makeRoom(_ results: inout InspectionResults) {
        let order = connections.sorted { $0.lastArrival.packet < $1.lastArrival.packet }
        remove(Set(order.prefix(max(1, order.count / 4)).map(\.number)), &results)
    }

    /// Ends connections, which receive nothing more.
    func remove(_ leaving: Set<Int>, _ results: inout InspectionResults) {
        (recent, hasRemoved) = (nil, true)
        for connection in connections where leaving.contains(connection.number) {
            end(connection, at: latestStamp, &results)
        }
        connections.removeAll { leaving.contains($0.number) }
        for (key, held) in paths {
            let left = held.filter { !leaving.contains($0.connection.number) }
            paths[key] = left.isEmpty ? nil : left
        }
        for (identifier, connection) in byIdentifier where leaving.contains(connection.number) {
            byIdentifier[identifier] = nil
            lengths[identifier.count] -= 1
        }
    }

    private func end(
        _ connection: ObservedQUICConnection,
        at stamp: Int64,
        _ results: inout InspectionResults
    ) {
        connection.conclude(&results)
        growth.waiting -= connection.charged.waiting
        growth.held -= connection.charged.held
        connection.charged = (0, 0)
        summaries.add(connection.summary(at: stamp))
        if connection.handshake.summary.offer != nil { handshakes.add(connection.handshake.summary) }
        take(connection.http?.takeExchanges(keeping: nil) ?? [], &results)
    }

    func take(_ exchanges: [CaptureExchange], _ results: inout InspectionResults) {
        if context.options.reportsEnded {
            unreported += exchanges.filter { reported.remove(RecordedPlace($0)) == nil }
        }
        results.add(exchanges)
    }

    /// The exchanges that have ended and were not reported before.
    func reportEnded() -> [CaptureExchange] {
        var ended = unreported
        unreported = []
        for connection in connections {
            ended += (connection.http?.exchanges.ended ?? []).filter {
                reported.insert(RecordedPlace($0)).inserted
            }
        }
        return ended
    }

    /// Ends all connections; the capture's last packet came at `stamp`. Returns them and their handshakes. Call once.
    func finish(
        at stamp: Int64,
        _ results: inout InspectionResults
    ) -> (connections: InspectedList<CaptureQUICConnection>, handshakes: InspectedList<CaptureHandshake>) {
        noteStrangers(&results)
        for connection in connections { end(connection, at: stamp, &results) }
        connections = []
        paths = [:]
        byIdentifier = [:]
        return (summaries.takeSorted(), handshakes.takeSorted())
    }
}
