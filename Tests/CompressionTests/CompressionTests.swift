import Foundation
import Glibc
import TestSupport
import Testing

@testable import Compression

@Suite(.timeLimit(.minutes(1))) struct CompressionTests {
    private static let texts: [[UInt8]] = [
        [], Array("a".utf8), Array(String(repeating: "{\"name\": \"cat\"}, ", count: 20_000).utf8),
        (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) },
    ]

    /// Decompresses the bytes with another program.
    private func expanded(_ bytes: [UInt8], by program: String) throws -> [UInt8] {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/packed"
        try Data(bytes).write(to: URL(filePath: path))
        let result = try Program("/bin/sh", ["-c", "\(program) < '\(path)' > '\(path).plain'"]).run()
        #expect(result.errors == "")
        return [UInt8](try Data(contentsOf: URL(filePath: "\(path).plain")))
    }

    @Test(arguments: texts)
    func `the gzip program decompresses Gzip output`(_ text: [UInt8]) throws {
        let packed = try Gzip.compress(text)
        #expect(try expanded(packed, by: "gzip -dc") == text)
        #expect(try Gzip.compress(text) == packed)
    }

    @Test(.enabled(if: access("/usr/bin/brotli", X_OK) == 0, "needs /usr/bin/brotli"), arguments: texts)
    func `the brotli program decompresses Brotli output`(_ text: [UInt8]) throws {
        let packed = try Brotli.compress(text)
        #expect(try expanded(packed, by: "brotli -dc") == text)
        #expect(try Brotli.compress(text) == packed)
    }

    @Test(arguments: texts, [1, 1000, 1 << 20])
    func `zstd output compressed in pieces decompresses to the original`(_ text: [UInt8], _ piece: Int) throws
    {
        let compressor = try #require(ZstdCompressor())
        var packed: [UInt8] = []
        // Pieces of one byte are as good on a short text as on a long one.
        let text = piece == 1 ? Array(text.prefix(3000)) : text
        for start in stride(from: 0, to: text.count, by: piece) {
            packed += try compressor.compress(Array(text[start..<min(start + piece, text.count)]))
        }
        packed += try compressor.compress([], isLast: true)
        #expect(try ContentUnpacking.unpacked(packed, coding: "zstd", atMost: text.count) == text)
        if text.count > 100_000, piece > 1 { #expect(packed.count < max(text.count / 50, 70_000)) }
    }

    @Test func `repetitive text compresses to less than 2 percent`() throws {
        let text = Self.texts[2]
        #expect(try Gzip.compress(text).count < text.count / 50)
        #expect(try Brotli.compress(text).count < text.count / 50)
    }

    private static let packed: [(CompressedFormat, [UInt8])] = [
        (.gzip, (try? Gzip.compress(texts[2])) ?? []), (.brotli, (try? Brotli.compress(texts[2])) ?? []),
    ]

    private func unpacked(_ bytes: [UInt8], _ format: CompressedFormat, piece: Int) -> [UInt8]? {
        guard let decompressor = format.decompressor() else { return nil }
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            let part = Array(bytes[start..<min(bytes.count, start + piece)])
            let isWhole = decompressor.receive(part.span.bytes) { made in
                made.withUnsafeBytes { text.append(contentsOf: $0) }
                return true
            }
            if !isWhole { return nil }
        }
        return decompressor.isAtEnd ? text : nil
    }

    @Test(arguments: packed, [1, 7, 1000, 1 << 20])
    func `compressed data decompresses from pieces of any size`(
        _ packed: (format: CompressedFormat, bytes: [UInt8]),
        _ piece: Int
    ) {
        #expect(unpacked(packed.bytes, packed.format, piece: piece) == Self.texts[2])
        // Cut short, it is incomplete.
        #expect(unpacked(Array(packed.bytes.dropLast(3)), packed.format, piece: piece) == nil)
    }

    @Test func `consecutive gzip members decompress to one text`() throws {
        let both = try Gzip.compress(Self.texts[1]) + Gzip.compress(Self.texts[2])
        #expect(unpacked(both, .gzip, piece: 11) == Self.texts[1] + Self.texts[2])
    }

    @Test(arguments: [true, false])
    func `deflate is read with or without a zlib header`(_ hasHead: Bool) {
        // A stored block of three bytes.
        let bare: [UInt8] = [1, 3, 0, 0xFC, 0xFF, 97, 98, 99]
        let text = unpacked(hasHead ? [0x78, 0x9C] + bare + [2, 0x4D, 1, 0x27] : bare, .deflate, piece: 1)
        #expect(text == Array("abc".utf8))
    }

    @Test func `zstd is detected by its magic number and decompressed`() {
        // A frame with one raw block of three bytes.
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 3, 0x19, 0, 0, 97, 98, 99]
        #expect(CompressedFormat(firstBytes: frame.span.bytes) == .zstd)
        #expect(unpacked(frame, .zstd, piece: 2) == Array("abc".utf8))
        #expect(unpacked(frame + frame, .zstd, piece: 5) == Array("abcabc".utf8))
    }

    @Test(arguments: [1, 2, 9, 100])
    func `a zstd frame that ends early ends the same way for any piece size`(piece: Int) throws {
        // It announces five bytes, but its last block is empty.
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 5, 1, 0, 0]
        let decompressor = try #require(CompressedFormat.zstd.decompressor())
        for start in stride(from: 0, to: frame.count, by: piece) {
            let bytes = Array(frame[start..<min(frame.count, start + piece)])
            #expect(decompressor.receive(bytes.span.bytes) { $0.byteCount == 0 })
        }
        #expect(decompressor.isAtEnd)
    }

    @Test func `a zstd frame that exactly fills the output buffer is at its end`() throws {
        // One byte, 65,536 times.
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0xA0, 0, 0, 1, 0, 3, 0, 8, 0x61]
        let decompressor = try #require(CompressedFormat.zstd.decompressor())
        var count = 0
        let isWhole = decompressor.receive(frame.span.bytes) {
            count += $0.byteCount
            return true
        }
        #expect(isWhole && decompressor.isAtEnd && count == 65_536)
    }

    @Test func `damaged bytes never crash a decompressor`() {
        var state: UInt64 = 47
        for (format, bytes) in Self.packed + [
            (.zstd, [0x28, 0xB5, 0x2F, 0xFD, 0x20, 3, 0x19, 0, 0, 97, 98, 99])
        ] {
            for _ in 0..<500 {
                var damaged = bytes
                for _ in 0..<3 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    damaged[Int(state >> 33) % damaged.count] ^= UInt8(truncatingIfNeeded: state >> 20)
                }
                _ = unpacked(damaged, format, piece: 100)
            }
        }
    }

    @Test func `decompression stops when the consumer wants no more`() throws {
        let decompressor = try #require(CompressedFormat.gzip.decompressor())
        var pieces = 0
        let packed = Self.packed[0].1
        let isWhole = decompressor.receive(packed.span.bytes) { _ in
            pieces += 1
            return false
        }
        #expect(!isWhole && pieces == 1)
    }
}
