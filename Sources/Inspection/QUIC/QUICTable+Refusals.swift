import Wire

/// Versions that a server refuses.
extension QUICTable {
    /// Remembers a client's packet of a version that cannot be read: if the server refuses the version, it becomes a
    /// connection.
    func findRefused(
        _ header: QUICLongHeader,
        _ key: FlowKey,
        isForward: Bool,
        _ datagram: QUICDatagram,
        _ results: inout InspectionResults
    ) -> Found? {
        if header.type == nil, datagram.length >= Self.shortestGreeting,
            header.destination.count >= Self.shortestFirst, paths[key] == nil
        {
            if greetings.count >= QUICGreeting.most { greetings = [:] }
            greetings[key] = QUICGreeting(header: header, datagram: datagram, isForward: isForward)
        }
        guard header.type == .versionNegotiation, let greeting = greetings[key],
            greeting.isForward != isForward, greeting.isRefused(by: header)
        else { return nil }
        greetings[key] = nil
        let new = add(greeting.header, key, isForward: greeting.isForward, greeting.datagram, &results)
        new.connection.count(greeting.datagram, .up)
        return (new.connection, .down)
    }
}
