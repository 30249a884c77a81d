/// The request line and fields of a request.
package struct HTTPRequestHead: Hashable, Sendable {
    package var method: String
    package var target: String
    package var version: HTTPVersion
    package var fields: HTTPFields

    package init(
        method: String,
        target: String,
        version: HTTPVersion = .http11,
        fields: HTTPFields = HTTPFields()
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
    }

    /// True where the client wants the connection kept after the response.
    package var wantsPersistence: Bool {
        let options = fields.tokens("Connection")
        if options.contains("close") { return false }
        return version >= .http11 || options.contains("keep-alive")
    }

    package func serialised() -> [UInt8] {
        HTTP1Writer.head(startLine: "\(method) \(target) \(version)", fields: fields)
    }
}
