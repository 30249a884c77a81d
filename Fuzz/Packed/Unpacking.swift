import Compression
import FuzzSupport
import Wire

/// What packed bytes came to, as far as a bound.
struct Unpacking: Hashable {
    /// A few bytes may unpack to very many.
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
        // Where it stopped may be told by a piece more or less.
        content = Array(content.prefix(Self.most))
        isAtEnd = isWhole && decompressor.isAtEnd
    }

    /// Of damaged bytes, how many come out before the damage shows hangs on how many were looked at together.
    func agrees(with other: Unpacking) -> Bool {
        guard isWhole || other.isWhole else {
            return content.starts(with: other.content) || other.content.starts(with: content)
        }
        return self == other
    }
}
