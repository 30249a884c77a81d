/// Limits that a session sets for the other end.
package struct HTTP2Limits: Hashable, Sendable {
    /// Streams that a client may have open at a time. Further ones are refused and may be retried; from a
    /// client that has acknowledged the limit they end the connection.
    package var streams: Int
    /// Size of a message's fields, counted as in RFC 9113: names, values, and 32 bytes for each. A longer
    /// list is dropped, and the session reports that instead of a head. One that is four times as long ends the
    /// connection.
    package var fieldList: Int
    /// Continuation frames of a message's fields. More end the connection.
    package var continuations: Int
    /// Flow-control window of each stream: bytes of bodies that may arrive before any is consumed.
    package var window: Int
    /// The same for the connection; nil uses the stream's window.
    package var connectionWindow: Int?
    /// Streams that the other end may reset, or cause the session to reset, and lists of fields that are too long. More
    /// end the connection.
    package var resets: HTTP2Allowance
    /// Frames that carry no content: pings, settings, priorities, interim heads, data without bytes. More end
    /// the connection.
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

    /// A client's limits. The connection's window leaves room for other streams if nobody takes some streams'
    /// bodies. The resets allowed are as many as a server may have reason for: no more than there are
    /// requests.
    package static let client = HTTP2Limits(
        window: 1 << 18,
        connectionWindow: 1 << 24,
        resets: HTTP2Allowance(burst: 1000, perSecond: 1000)
    )
}
