/// What a conversation shows about its connection, besides exchanges.
struct ConversationDetails {
    /// The host that the client named in its Client Hello; nil without one.
    var serverName: String?
    /// The destination to which the server forwards the connection, `host:port`; nil if it does not.
    var tunnel: String?
    /// HTTP/2's GOAWAY frames, in their order.
    var farewells: [CapturedGoAway] = []
    /// When HTTP/2's flow control held up the server's data.
    var flowControl = PauseSeries()
}
