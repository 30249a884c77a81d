/// The status line and fields of a response.
package struct HTTPResponseHead: Hashable, Sendable {
    package var version: HTTPVersion
    package var status: Int
    package var reason: String
    package var fields: HTTPFields

    /// `reason` nil uses the status's usual phrase.
    package init(
        version: HTTPVersion = .http11,
        status: Int,
        reason: String? = nil,
        fields: HTTPFields = HTTPFields()
    ) {
        self.version = version
        self.status = status
        self.reason = reason ?? Self.usualReason(status)
        self.fields = fields
    }

    /// Whether a response of this status has content, even if it is empty.
    package var allowsContent: Bool { status >= 200 && status != 204 && status != 304 }

    package func serialised() -> [UInt8] {
        HTTP1Writer(self, room: 0).finished()
    }
}

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

// MARK: Reasons

extension HTTPResponseHead {
    /// The usual phrase of a registered status; empty for others.
    package static func usualReason(_ status: Int) -> String {
        reasons[status] ?? ""
    }

    private static let reasons = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        104: "Upload Resumption Supported",

        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported",
        226: "IM Used",

        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",

        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required",
        412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
        416: "Range Not Satisfiable",
        417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
        424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons",

        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
        507: "Insufficient Storage", 508: "Loop Detected", 510: "Not Extended",
        511: "Network Authentication Required",
    ]
}
