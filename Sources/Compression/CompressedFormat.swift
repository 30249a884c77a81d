/// A format that can be decompressed.
package enum CompressedFormat: Hashable, Sendable {
    case gzip
    /// zlib's format, or bare deflate data, which some servers send under the same name.
    case deflate
    case brotli
    case zstd

    /// By its HTTP coding name; nil if it is another, or several.
    package init?(contentCoding: String) {
        switch contentCoding.lowercased() {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        case "br": self = .brotli
        case "zstd": self = .zstd
        default: return nil
        }
    }

    /// By a file's first bytes.
    package init?(firstBytes bytes: RawSpan) {
        guard bytes.byteCount >= 4 else { return nil }
        let start = (0..<4).map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
        switch (start[0], start[1], start[2], start[3]) {
        case (0x1F, 0x8B, _, _): self = .gzip
        case (0x28, 0xB5, 0x2F, 0xFD): self = .zstd
        default: return nil
        }
    }

    /// nil if there is too little memory.
    package func decompressor() -> (any Decompressor)? {
        switch self {
        case .gzip: ZlibDecompressor(windowBits: 31)
        case .deflate: ZlibDecompressor(windowBits: nil)
        case .brotli: BrotliDecompressor()
        case .zstd: ZstdDecompressor()
        }
    }
}
