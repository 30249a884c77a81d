import Compression
import FuzzSupport
import Wire

/// Decompressed bytes, up to a limit.
struct Unpacking: Hashable {
    /// A few bytes may decompress to very many.
    private static let most = 1 << 20
    private static let longestPiece = 1 << 16

    private(set) var content: [UInt8] = []
    private(set) var isWhole = true
    private(set) var isAtEnd = false

    init(of pieces: [ArraySlice<UInt8>], _ format: CompressedFormat) {
        guard let decompressor = format.decompressor() else {
            demand(false, "no decompressor")
            return
        }
        for piece in pieces where isWhole {
            isWhole = decompressor.receive(Array(piece).span.bytes) { unpacked in
                demand(unpacked.byteCount <= Self.longestPiece, "a piece of \(unpacked.byteCount) bytes")
                content.append(copying: unpacked)
                return content.count < Self.most
            }
        }
        // The place where it stopped may vary by a piece.
        content = Array(content.prefix(Self.most))
        isAtEnd = isWhole && decompressor.isAtEnd
    }

    /// For damaged input, the number of bytes produced before the damage shows depends on the pieces.
    func agrees(with other: Unpacking) -> Bool {
        guard isWhole || other.isWhole else {
            return content.starts(with: other.content) || other.content.starts(with: content)
        }
        return self == other
    }
}
