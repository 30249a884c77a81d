import Testing

@testable import LinuxIO

@Suite struct SharedFileTests {
    @Test(arguments: [0, 1, 300_000])
    func `a file without a name holds what it was given, and nothing else`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) }
        let file = try SharedFile.unnamed(bytes, name: "made.jpg")
        #expect(try file.status().size == count && file.status().isRegular)
        #expect(try file.bytes(in: 0..<count + 10) == bytes)
        #expect(file.name == "made.jpg")
    }
}
