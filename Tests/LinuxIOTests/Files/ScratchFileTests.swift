import LinuxIO
import Testing

@Suite struct ScratchFileTests {
    @Test func `appended data is read back by position, up to the end`() throws {
        let file = try ScratchFile()
        try file.append([1, 2, 3])
        try file.append([])
        let long = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try file.append(long)
        #expect(try file.bytes(in: 1..<5) == [2, 3, long[0], long[1]])
        #expect(try file.bytes(in: 3..<400_000) == long)
        #expect(try file.bytes(in: 300_003..<300_010).isEmpty)
    }
}
