package import JSON
package import Wire

/// What one end of a QUIC connection sent in one datagram, or learnt that the other end has. Both ends' make up the log.
package struct QUICLogEntry: Hashable, Sendable {
    package enum End: String, Hashable, Sendable, CaseIterable {
        case client, origin
    }

    /// The client's UDP port.
    package var clientPort: UInt16
    /// Whose datagrams these are.
    package var end: End
    package var entry: QUICTrace.Entry

    package init(clientPort: UInt16, end: End, _ entry: QUICTrace.Entry) {
        self.clientPort = clientPort
        self.end = end
        self.entry = entry
    }

    /// The log of one connection's end.
    package static func entries(_ trace: QUICTrace, clientPort: UInt16, _ end: End) -> [QUICLogEntry] {
        trace.entries.map { QUICLogEntry(clientPort: clientPort, end: end, $0) }
    }
}

// MARK: JSON

extension QUICLogEntry: JSONLine {
    package static let schema = "netlab.quic/1"

    /// Times are nanoseconds from the run's start. A datagram has `bytes`, null if it carried none of a stream; everything
    /// before `acknowledged` has arrived.
    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.member("clientPort", clientPort)
        writer.member("end", end.rawValue)
        writer.member("atNs", entry.at)
        switch entry.event {
        case .sent(let bytes?): writer.member("bytes", [bytes])
        case .sent(nil): writer.raw(",\"bytes\":null")
        case .acknowledged(let reach): writer.member("acknowledged", reach)
        }
        writer.raw("}")
    }
}

extension QUICLogEntry: JSONLineReadable {
    package init?(json: JSONValue) {
        guard let port = json["clientPort"]?.int64.flatMap(UInt16.init(exactly:)),
            let end = json["end"]?.text.flatMap(End.init(rawValue:)), let at = json["atNs"]?.instant
        else { return nil }
        if let reach = json["acknowledged"]?.int64 {
            self.init(clientPort: port, end: end, QUICTrace.Entry(at: at, .acknowledged(reach)))
            return
        }
        let ends = json["bytes"]?.elements.first?.elements.compactMap(\.int64) ?? []
        let bytes = ends.count == 2 && ends[0] >= 0 && ends[1] > ends[0] ? ends[0]..<ends[1] : nil
        self.init(clientPort: port, end: end, QUICTrace.Entry(at: at, .sent(bytes)))
    }
}
