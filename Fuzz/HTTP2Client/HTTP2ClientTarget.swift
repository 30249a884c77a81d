import FuzzSupport

/// Any bytes from a server: the same events however they are cut, each stream in order, and frames of their
/// stated length.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTP2Client(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let stream = bytes(data, count)
    let whole = Outcome(of: [stream[...]])
    demand(whole == Outcome(of: pieces(of: stream)), "events depend on the pieces")
    return 0
}
