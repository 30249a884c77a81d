import HTTP

/// A client's wish to go on with HTTP/2 on a connection in the clear (RFC 7540, 3.2). Most begin with it instead.
struct HTTP2Upgrade {
    static let answer = HTTPResponseHead(
        status: 101,
        fields: ["Connection": "Upgrade", "Upgrade": "h2c"]
    )

    private static let names = HTTPFieldNames("HTTP2-Settings")
    private static let settingBytes = 6

    /// What is answered on the first stream.
    let head: HTTPRequestHead
    /// The client's, as a frame has them.
    let settings: [UInt8]

    /// nil where the request does not wish for it as one has to: it is answered as it is.
    init?(_ head: HTTPRequestHead) {
        guard head.fields.mayHave(Self.names), let text = head.fields.only("HTTP2-Settings"),
            let settings = Base64.decoded(unpadded: text), settings.count % Self.settingBytes == 0,
            head.fields.tokens("Upgrade").contains("h2c")
        else { return nil }
        let options = head.fields.tokens("Connection")
        guard options.contains("upgrade"), options.contains("http2-settings") else { return nil }
        var head = head
        head.version = .http2
        self.head = head
        self.settings = settings
    }
}
