/// What a session grants its client.
package struct HTTP2Limits: Hashable, Sendable {
    /// Streams at a time. Further ones are refused, and may be tried again; from a client that has acknowledged the
    /// limit they end the connection.
    package var streams: Int
    /// Of a request's fields, counted as RFC 9113 does: names, values, and 32 bytes for each. A longer list is not
    /// kept, and the session says so instead of handing over a request.
    package var fieldList: Int
    /// Frames that a request's fields may go on in. The connection ends where there are more.
    package var continuations: Int
    /// Bytes of bodies that a client may send unasked, for each stream and for the connection.
    package var window: Int
    /// Streams that the client may give up, or make the session give up. The connection ends where there are more.
    package var resets: HTTP2Allowance
    /// Frames that carry nothing: pings, settings, priorities, data without bytes. The connection ends where there
    /// are more.
    package var chatter: HTTP2Allowance

    package init(
        streams: Int = 128,
        fieldList: Int = 65_536,
        continuations: Int = 8,
        window: Int = 1 << 20,
        resets: HTTP2Allowance = HTTP2Allowance(burst: 500, perSecond: 100),
        chatter: HTTP2Allowance = HTTP2Allowance(burst: 1000, perSecond: 500)
    ) {
        self.streams = streams
        self.fieldList = fieldList
        self.continuations = continuations
        self.window = window
        self.resets = resets
        self.chatter = chatter
    }
}
