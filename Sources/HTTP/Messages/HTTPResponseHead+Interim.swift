/// Heads that come ahead of the final one; neither has a body, and HTTP/1.0 knows none of them.
extension HTTPResponseHead {
    /// Go on and send the body.
    package static let goOn = HTTPResponseHead(status: 100)

    /// What the client may fetch meanwhile; each link is one value of `Link`, such as `</a.css>; rel=preload; as=style`.
    package static func earlyHints(links: [String]) -> HTTPResponseHead {
        HTTPResponseHead(status: 103, fields: HTTPFields(links.map { HTTPField(name: "Link", value: $0) }))
    }
}
