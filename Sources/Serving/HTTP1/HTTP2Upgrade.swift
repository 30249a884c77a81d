import HTTP
import Wire

/// A client's request to continue with HTTP/2 on a cleartext connection (RFC 7540, 3.2). Most clients begin
/// with HTTP/2 instead.
struct HTTP2Upgrade {
    static let answer = HTTPResponseHead(
        status: 101,
        fields: ["Connection": "Upgrade", "Upgrade": "h2c"]
    )

    private static let names = HTTPFieldNames("HTTP2-Settings")
    private static let settingBytes = 6

    /// The request answered on the first stream.
    let head: HTTPRequestHead
    /// The client's settings, in frame format.
    let settings: [UInt8]

    /// nil if the request does not ask for it properly: it is then answered over HTTP/1.
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
