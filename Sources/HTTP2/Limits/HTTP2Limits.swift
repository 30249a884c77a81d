/// What a session grants the other end.
package struct HTTP2Limits: Hashable, Sendable {
    /// Streams at a time that a client may open. Further ones are refused, and may be tried again; from a client that has acknowledged the
    /// limit they end the connection.
    package var streams: Int
    /// Of a message's fields, counted as RFC 9113 does: names, values, and 32 bytes for each. A longer list is not
    /// kept, and the session says so instead of handing over a head.
    package var fieldList: Int
    /// Frames that a message's fields may go on in. The connection ends where there are more.
    package var continuations: Int
    /// Bytes of bodies that may come unasked on each stream.
    package var window: Int
    /// The same for the connection; nil is as much as for a stream.
    package var connectionWindow: Int?
    /// Streams that the other end may give up, or make the session give up. The connection ends where there are more.
    package var resets: HTTP2Allowance
    /// Frames that carry nothing: pings, settings, priorities, interim heads, data without bytes. The connection ends
    /// where there are more.
    package var chatter: HTTP2Allowance

    package init(
        streams: Int = 128,
        fieldList: Int = 65_536,
        continuations: Int = 8,
        window: Int = 1 << 20,
        connectionWindow: Int? = nil,
        resets: HTTP2Allowance = HTTP2Allowance(burst: 500, perSecond: 100),
        chatter: HTTP2Allowance = HTTP2Allowance(burst: 1000, perSecond: 500)
    ) {
        self.streams = streams
        self.fieldList = fieldList
        self.continuations = continuations
        self.window = window
        self.connectionWindow = connectionWindow
        self.resets = resets
        self.chatter = chatter
    }

    /// A client's. Streams whose bodies nobody takes leave room for others on the connection. Resets are as many as a
    /// server may have reason for: no more than there are requests.
    package static let client = HTTP2Limits(
        window: 1 << 18,
        connectionWindow: 1 << 24,
        resets: HTTP2Allowance(burst: 1000, perSecond: 1000)
    )
}
