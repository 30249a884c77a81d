/// What is known of a connection when somebody begins to read it.
struct ConversationOpening {
    /// Number of the TCP stream.
    let stream: Int
    let client: Endpoint
    let server: Endpoint
    let handshake: Handshake?
    /// IP bytes before anything was read.
    let early: DirectionBytes
    let options: ConversationOptions
    let bodies: (any BodyCollector)?
    let workshop: TLSWorkshop
    /// True where what is read was encrypted on its way: URLs are https.
    var isEncrypted = false
}
