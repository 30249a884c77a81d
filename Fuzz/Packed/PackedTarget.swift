import Compression
import FuzzSupport
import Wire

/// Any bytes as a compressed file, or as content of each coding: the same bytes however it is cut, as far as
/// it is undamaged, in pieces of limited length.
package func fuzzPacked(_ input: [UInt8]) {
    var formats = [CompressedFormat.deflate, .brotli]
    if let format = CompressedFormat(firstBytes: input.span.bytes) { formats.append(format) }
    for format in formats {
        let whole = Unpacking(of: [input[...]], format)
        let cut = Unpacking(of: pieces(of: input), format)
        demand(whole.agrees(with: cut), "\(format) depends on how it is cut")
    }
}
