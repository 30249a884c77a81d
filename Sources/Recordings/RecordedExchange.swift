package import HTTP
package import Wire

/// A recorded request and its response.
package struct RecordedExchange: Hashable, Sendable {
    /// In lower case, without a port; an address if no host was named.
    package var host: String
    /// Path and query, from its first slash on.
    package var target: String
    package var isEncrypted = false
    package var isHTTP2 = false
    package var method: String
    package var status: Int
    package var mediaType: String?
    /// True if the body was compressed.
    package var isPacked = false
    /// Fields of the response.
    package var fields: [HTTPField] = []
    /// The body as transferred.
    package var bodyBytes: Int
    /// The body, unpacked; nil if the recording lacks it.
    package var content: [UInt8]?
    /// Nanoseconds from the recording's first exchange, including the connection's opening.
    package var start: Nanoseconds
    package var end: Nanoseconds
    /// Time until the server began to answer, without the line.
    package var serverTime: Nanoseconds
    /// Identifies its connection; nil if unknown.
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
