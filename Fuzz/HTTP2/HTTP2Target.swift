import FuzzSupport
import HTTP
import HTTP2
import Wire

/// Any bytes from a client after its preface, and as a header block: the same events however the stream is
/// cut, and frames of their stated length.
package func fuzzHTTP2(_ stream: [UInt8]) {
    let whole = Outcome(of: [stream[...]])
    demand(whole == Outcome(of: pieces(of: stream)), "events depend on the pieces")
    unpack(stream)
}

/// A decoded block stays within the limit.
private func unpack(_ stream: [UInt8]) {
    guard let decoder = try? HeaderBlockDecoder(fieldListLimit: 2000) else {
        return demand(false, "no decoder")
    }
    for block in pieces(of: stream) {
        guard let fields = try? decoder.decode(block) else { return }
        let size = fields.reduce(0) { $0 + $1.name.unicodeScalars.count + $1.value.unicodeScalars.count + 32 }
        demand(size <= 2000, "a block unpacked to \(size) bytes")
    }
}
