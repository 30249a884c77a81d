import Glibc
import Testing

@testable import LinuxIO

@Suite struct FileReaderTests {
    @Test func `a file is read into memory of the caller's, to its end`() throws {
        let path = "/tmp/netlab-reader-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        defer { unlink(path) }
        try WholeFile.write(path, Array("seven, eight".utf8), mode: 0o600)
        let file = try FileReader(path)
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 5)
        while true {
            let count = try piece.withUnsafeMutableBytes { bytes in
                var span = bytes.mutableBytes
                return try file.read(into: &span)
            }
            guard count > 0 else { break }
            text += piece[..<count]
        }
        #expect(text == Array("seven, eight".utf8))
    }
}
