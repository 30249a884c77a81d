/// What is known about a connection when a conversation begins to read it.
struct ConversationOpening {
    /// Number of the TCP stream.
    let stream: Int
    let client: Endpoint
    let server: Endpoint
    var handshake: Handshake?
    /// IP bytes before the first byte that was read.
    var early: DirectionBytes
    let context: CaptureContext
    /// Takes decrypted bytes; nil if nobody follows the connection.
    var feed: FollowerFeed?
    /// True if the bytes were encrypted on their way: URLs are https.
    var isEncrypted = false
    /// The destination to which a proxy forwards, `host:port`; nil without a proxy.
    var tunnel: String?
    /// True if another protocol than HTTP switched to encryption (STARTTLS).
    var isForeign = false
    /// Number of tunnels around it.
    var nesting = 0
}
