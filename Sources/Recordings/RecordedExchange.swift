package import HTTP
package import Wire

/// A request and its response as somebody recorded them.
package struct RecordedExchange: Hashable, Sendable {
    /// In lower case, without a port; an address where nobody named a host.
    package var host: String
    /// Path and query, from its first slash on.
    package var target: String
    package var isEncrypted = false
    package var isHTTP2 = false
    package var method: String
    package var status: Int
    package var mediaType: String?
    /// True where the body was packed on its way.
    package var isPacked = false
    /// Of the response.
    package var fields: [HTTPField] = []
    /// The body as transferred.
    package var bodyBytes: Int
    /// The body, unpacked; nil where the recording lacks it.
    package var content: [UInt8]?
    /// Nanoseconds from the recording's first exchange; the connection's opening is part of it.
    package var start: Nanoseconds
    package var end: Nanoseconds
    /// Until the server began to answer, without the line.
    package var serverTime: Nanoseconds
    /// What tells its connection from others; nil where the recording does not say.
    package var connection: Int?

    package init(
        host: String,
        target: String,
        method: String = "GET",
        status: Int = 200,
        mediaType: String? = nil,
        bodyBytes: Int,
        start: Nanoseconds,
        end: Nanoseconds,
        serverTime: Nanoseconds = 0,
        connection: Int? = nil
    ) {
        self.host = host
        self.target = target
        self.method = method
        self.status = status
        self.mediaType = mediaType
        self.bodyBytes = bodyBytes
        self.start = start
        self.end = end
        self.serverTime = serverTime
        self.connection = connection
    }
}
