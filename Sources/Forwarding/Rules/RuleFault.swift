/// Faults in place of a response, by the names of an origin's.
package enum RuleFault: String, Hashable, Sendable, CaseIterable {
    /// The connection ends without a byte, with HTTP/2 the stream is reset.
    case emptyResponse
    case connectionReset
    case http2GoAway
    case http2StreamReset
}
