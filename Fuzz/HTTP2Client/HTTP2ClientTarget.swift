import FuzzSupport

/// Any bytes from a server: the same events however they are cut, each stream in order, and frames of their
/// stated length.
package func fuzzHTTP2Client(_ stream: [UInt8]) {
    let whole = Outcome(of: [stream[...]])
    let pieced = Outcome(of: pieces(of: stream))
    demand(whole == pieced, "events depend on the pieces:\n\(whole)\n\(pieced)")
}
