import JSON
package import Wire

/// A time in which the client's windows kept the origin from sending a response (HTTP/2's flow control).
package struct OriginHold: Hashable, Sendable {
    package var start: Instant
    package var end: Instant
    /// False if it was the stream's own window.
    package var isOfConnection: Bool
    /// The most that the client allowed on its way at once, in bytes.
    package var window: Int

    package init(start: Instant, end: Instant, isOfConnection: Bool, window: Int) {
        self.start = start
        self.end = end
        self.isOfConnection = isOfConnection
        self.window = window
    }
}

extension OriginHold {
    func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.member("of", isOfConnection ? "connection" : "stream")
        writer.member("windowBytes", window)
        writer.member("fromNs", start)
        writer.member("toNs", end)
        writer.raw("}")
    }

    init?(json: JSONValue) {
        guard let start = json["fromNs"]?.instant, let end = json["toNs"]?.instant, end > start,
            let scope = json["of"]?.text
        else { return nil }
        self.init(
            start: start,
            end: end,
            isOfConnection: scope == "connection",
            window: json["windowBytes"]?.int ?? 0
        )
    }
}
