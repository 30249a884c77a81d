import Compression
import Wire

/// Tells an HTTP archive from a capture by its first sign: captures begin with none that JSON has.
enum ArchiveSign {
    /// Enough to find the first sign behind a mark and some space, and what a decompressor needs for it.
    static let mostBytes = 64 << 10
    /// A format for compressed files is known by so many bytes.
    private static let leastBytes = 4
    private static let ignored: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0x20, 0x0A, 0x0D, 0x09]

    /// nil if these first bytes, plain or compressed, do not tell yet.
    static func isArchive(_ beginning: [UInt8]) -> Bool? {
        guard let decompressor = CompressedFormat(firstBytes: beginning.span.bytes)?.decompressor() else {
            let first = beginning.first { !ignored.contains($0) }
            if first == UInt8(ascii: "{") { return true }
            return first == nil || beginning.count < leastBytes ? nil : false
        }
        var first: UInt8?
        _ = decompressor.receive(beginning.span.bytes) { unpacked in
            var piece: [UInt8] = []
            piece.append(copying: unpacked)
            first = piece.first { !ignored.contains($0) }
            return first == nil
        }
        return first.map { $0 == UInt8(ascii: "{") }
    }
}
