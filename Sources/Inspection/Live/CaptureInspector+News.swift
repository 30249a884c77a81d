extension CaptureInspector {
    /// Estimated exchanges of a connection that are told at once.
    static let mostEstimates = 64

    /// What has changed since the last call. Requires `reportsFlows`.
    package mutating func takeNews() -> CaptureNews {
        guard context.options.reportsFlows else { return CaptureNews() }
        var news = CaptureNews()
        swap(&news.connections, &retired)
        var newest = told.packet
        for slot in table.slots where table.flows[slot].lastPacket > told.packet {
            news.connections.append(table.flows[slot].seen)
            newest = max(newest, table.flows[slot].lastPacket)
        }
        news.connections.sort { $0.flow.stream < $1.flow.stream }
        news.exchanges = takeEnded()
        news.datagrams = datagrams.changed(since: told.stamp)
        news.lookups = context.lookups.takeChanged()
        told = (newest, max(told.stamp, lastStamp &+ 1))
        return news
    }
}

extension TCPFlow {
    /// The connection so far.
    var seen: SeenConnection {
        let session = conversation.session
        return SeenConnection(
            flow: summary,
            handshake: session?.handshake,
            estimates: session?.estimates.suffix(CaptureInspector.mostEstimates) ?? []
        )
    }
}
