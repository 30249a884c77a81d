/// The status line and fields of a response.
package struct HTTPResponseHead: Hashable, Sendable {
    package var version: HTTPVersion
    package var status: Int
    package var reason: String
    package var fields: HTTPFields

    /// `reason` nil takes the usual phrase of the status.
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

    package func serialised() -> [UInt8] {
        HTTP1Writer.head(startLine: "\(version) \(status) \(reason)", fields: fields)
    }

    /// The phrase usual for a status; empty where there is none.
    package static func usualReason(_ status: Int) -> String {
        switch status {
        case 100: "Continue"
        case 101: "Switching Protocols"
        case 200: "OK"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 416: "Range Not Satisfiable"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: ""
        }
    }
}
