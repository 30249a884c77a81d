import Testing

@testable import LinuxIO

@Suite struct SharedFileTests {
    @Test(arguments: [0, 1, 300_000])
    func `an unnamed file holds exactly the given bytes`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) }
        let file = try SharedFile.unnamed(bytes, name: "made.jpg")
        #expect(try file.status().size == count && file.status().isRegular)
        #expect(try file.bytes(in: 0..<count + 10) == bytes)
        #expect(file.name == "made.jpg")
    }
}
