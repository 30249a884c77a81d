import Glibc
import Testing

@testable import LinuxIO

@Suite struct FileReaderTests {
    @Test func `a file is read to its end into the caller's memory`() throws {
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

    @Test func `a large limit allocates little for a small file`() throws {
        let path = "/tmp/netlab-reader-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        defer { unlink(path) }
        for count in [0, 1, 65_535, 65_536, 65_537, 300_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
            try WholeFile.write(path, bytes, mode: 0o600)
            let whole = try WholeFile.read(path, limit: 4 << 30)
            #expect(whole == bytes && whole.capacity <= 2 * count + 200_000)
            #expect(try WholeFile.read(path, limit: 1000).count == min(count, 1001))
        }
        // States no size.
        #expect(try WholeFile.read("/proc/self/maps", limit: 4 << 30).count > 1000)
    }

    @Test func `only a regular file is opened, without blocking`() throws {
        let path = "/tmp/netlab-reader-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        defer { unlink(path) }
        mkfifo(path, 0o600)
        for other in [path, "/tmp", "/dev/zero"] {
            let isOpen = try FileReader.regular(other) != nil
            #expect(!isOpen, "\(other)")
        }
    }

    /// Number of reads by the calling thread so far; nil if the kernel does not count them.
    private static func readings() -> Int? {
        guard let text = try? KernelFile.read("/proc/thread-self/io"),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("syscr:") })
        else { return nil }
        return Int(line.dropFirst(6).drop { $0 == " " })
    }

    @Test func `a long file is read in pieces`() throws {
        let path = "/tmp/netlab-reader-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        defer { unlink(path) }
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        try WholeFile.write(path, bytes, mode: 0o600)
        let file = try FileReader(path)
        let before = Self.readings()
        let read = try file.bytes(bytes.count + 1)
        let after = Self.readings()
        #expect(read == bytes)
        if let before, let after { #expect(after - before >= 15) }
    }
}
