import TestSupport
import Testing

/// A rule of HTTP/2 that a client breaks, and what the server says to that.
struct BrokenRule: Sendable, CustomTestStringConvertible {
    /// Error codes (RFC 9113, 7).
    enum Code: UInt32 {
        case `protocol` = 1
        case flowControl = 3
        case streamClosed = 5
        case frameSize = 6
        case refusedStream = 7
        case compression = 9
    }

    /// What the client does, with the section of RFC 9113, or of RFC 7541 (H).
    let testDescription: String
    let frames: [HTTP2Frame]
    let code: Code

    init(_ description: String, _ code: Code, _ frames: HTTP2Frame...) {
        testDescription = description
        self.frames = frames
        self.code = code
    }
}
