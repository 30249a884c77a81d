package import HTTP
package import Wire

/// Why a request gets the server's own answer instead of the responder's. The connection ends after it, with
/// HTTP/2 only the stream.
package enum RequestRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The bytes are no request.
    case malformed(HTTP1Error)
    /// `Expect` asks for something other than `100-continue`.
    case expectation
    /// The body is longer than `limit` bytes.
    case bodyTooLarge(limit: Int)
    /// Head or body did not arrive in time.
    case late
    /// The client asked by SOCKS for what is not served.
    case socks(SOCKSRefusal)
    /// A client that takes this server for another one does not name it.
    case unnamedServer

    package var status: Int {
        switch self {
        case .malformed(let error): error.status
        case .expectation: 417
        case .bodyTooLarge: 413
        case .late: 408
        case .socks, .unnamedServer: 400
        }
    }

    package var description: String {
        switch self {
        case .malformed(let error): error.description
        case .expectation: "the only expectation allowed is 100-continue"
        case .bodyTooLarge(let limit): "the body is longer than \(limit) bytes"
        case .late: "the complete request did not arrive in time"
        case .socks(let refusal): refusal.description
        case .unnamedServer: "the client names no server: neither TLS nor HTTP begins so"
        }
    }
}
