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

    /// What another program makes of compressed bytes.
    private func expanded(_ bytes: [UInt8], by program: String) throws -> [UInt8] {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/packed"
        try Data(bytes).write(to: URL(filePath: path))
        let result = try Program("/bin/sh", ["-c", "\(program) < '\(path)' > '\(path).plain'"]).run()
        #expect(result.errors == "")
        return [UInt8](try Data(contentsOf: URL(filePath: "\(path).plain")))
    }

    @Test(arguments: texts)
    func `gzip's own program gives back what was compressed`(_ text: [UInt8]) throws {
        let packed = try Gzip.compress(text)
        #expect(try expanded(packed, by: "gzip -dc") == text)
        #expect(try Gzip.compress(text) == packed)
    }

    @Test(.enabled(if: access("/usr/bin/brotli", X_OK) == 0, "needs /usr/bin/brotli"), arguments: texts)
    func `brotli's own program gives back what was compressed`(_ text: [UInt8]) throws {
        let packed = try Brotli.compress(text)
        #expect(try expanded(packed, by: "brotli -dc") == text)
        #expect(try Brotli.compress(text) == packed)
    }

    @Test func `text that repeats itself gets much smaller`() throws {
        let text = Self.texts[2]
        #expect(try Gzip.compress(text).count < text.count / 50)
        #expect(try Brotli.compress(text).count < text.count / 50)
    }
}
