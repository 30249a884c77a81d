import Compression
import Testing

@testable import Inspecting

@Suite struct ArchiveSignTests {
    @Test(arguments: [
        ("{", true), ("{\"lo", true), (" \r\n\t{", true), ("\u{FEFF}{", true), ("[1] ", false),
        ("<html>", false),
        ("", nil), ("  ", nil), ("\u{FEFF}", nil), ("\u{FEFF} \n \n", nil), ("[1]", nil),
    ])
    func `the first character distinguishes an archive from other files`(_ text: String, _ isArchive: Bool?) {
        #expect(ArchiveSign.isArchive(Array(text.utf8)) == isArchive)
    }

    @Test(arguments: [[0x0A, 0x0D, 0x0D, 0x0A], [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0x3C, 0x4D]])
    func `a capture is recognised after at most five bytes and is not an archive`(_ magic: [UInt8]) {
        // The first bytes of pcapng are space for JSON.
        let isSpace = magic[0] == 0x0A
        #expect(ArchiveSign.isArchive(magic) == (isSpace ? nil : false))
        #expect(ArchiveSign.isArchive(magic + [28, 0, 0, 0]) == false)
        #expect(ArchiveSign.isArchive(Array(magic.prefix(3))) == nil)
    }

    @Test func `compressed data is classified once its first byte can be decompressed`() throws {
        let archive = try Gzip.compress(Array("\u{FEFF}\n{\"log\":{}}".utf8))
        let capture = try Gzip.compress([0xD4, 0xC3, 0xB2, 0xA1, 0, 0, 0, 0])
        #expect(ArchiveSign.isArchive(archive) == true)
        #expect(ArchiveSign.isArchive(capture) == false)
        for count in 0...10 { #expect(ArchiveSign.isArchive(Array(archive.prefix(count))) == nil) }
    }
}
