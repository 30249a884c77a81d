/// Heads before the final one. They have no body, and HTTP/1.0 does not know them.
extension HTTPResponseHead {
    /// 100 (Continue): send the body.
    package static let goOn = HTTPResponseHead(status: 100)

    /// Resources that the client may fetch meanwhile; each link is one value of `Link`, such as `</a.css>;
    /// rel=preload; as=style`.
    package static func earlyHints(links: [String]) -> HTTPResponseHead {
        HTTPResponseHead(status: 103, fields: HTTPFields(links.map { HTTPField(name: "Link", value: $0) }))
    }
}
