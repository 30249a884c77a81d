@testable import Images

/// A PNG with uncompressed rows.
struct HandmadePNG {
    enum Colours: UInt8 {
        case grey = 0
        case rgb = 2
        case palette = 3
        case greyAlpha = 4
    }

    var width: Int
    var height: Int
    var depth: UInt8 = 8
    var colours: Colours
    var isInterlaced = false
    /// Chunks before the image data.
    var chunks: [(name: String, bytes: [UInt8])] = []
    /// Each begins with its filter byte.
    var rows: [[UInt8]]

    var bytes: [UInt8] {
        let header =
            Self.number(width) + Self.number(height) + [depth, colours.rawValue, 0, 0, isInterlaced ? 1 : 0]
        let all = [("IHDR", header)] + chunks.map { ($0.name, $0.bytes) } + [("IDAT", data), ("IEND", [])]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + all.flatMap(Self.chunk)
    }

    /// A zlib stream of one stored block.
    private var data: [UInt8] {
        let body = rows.flatMap { $0 }
        let length = [UInt8(body.count & 0xFF), UInt8(body.count >> 8)]
        var (low, high) = (1, 0)
        for byte in body {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + body + Self.number(high << 16 | low)
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + bytes
        return number(bytes.count) + named + number(Int(PNGCodec.checksum(named[...])))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
