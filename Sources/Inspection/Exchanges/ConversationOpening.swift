/// What is known of a connection when somebody begins to read it.
struct ConversationOpening {
    /// Number of the TCP stream.
    let stream: Int
    let client: Endpoint
    let server: Endpoint
    var handshake: Handshake?
    /// IP bytes before anything was read.
    var early: DirectionBytes
    let options: ConversationOptions
    let bodies: (any BodyCollector)?
    let workshop: TLSWorkshop
    let names: NameDesk
    /// Where what is opened goes; nil where nobody follows the connection.
    var tap: StreamTap?
    /// True where what is read was encrypted on its way: URLs are https.
    var isEncrypted = false
    /// To whom a proxy carries it on, `host:port`; nil where none does.
    var tunnel: String?
    /// True where the two speak another protocol than HTTP, which agreed on encryption in words of its own.
    var isForeign = false
    /// How many tunnels it is within.
    var nesting = 0
}
