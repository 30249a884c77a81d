import Archives
import Compression
import Inspecting
import LinuxIO
import Programs
import TestSupport
import Testing

@testable import Commands
@testable import Inspecting

@Suite struct ArchiveFileTests {
    private let scratch: ScratchFolder
    private static let text =
        #"{"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"http://a.test/"},"response":{"status":200}}]}}"#

    init() throws {
        scratch = try ScratchFolder()
    }

    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try WholeFile.write(scratch.file(name), bytes)
        return scratch.file(name)
    }

    @Test(arguments: [
        ("a.har", "", true), ("a.HAR", "x", true), ("a.har.gz", "x", true), ("a.json", " \n{", true),
        ("a.txt", "\u{FEFF}{", true), ("a.pcap", "\u{D4}", false), ("a.json", "[1]", false), ("a", "", false),
    ])
    func `recognises an archive by its name or first character`(_ name: String, _ text: String, _ is: Bool)
        throws
    {
        #expect(try ArchiveFile.isArchive(file(name, Array(text.utf8))) == `is`)
    }

    @Test func `reports an archive beyond the limit as too large, not as truncated`() throws {
        let path = try file("a.har", Array(Self.text.utf8))
        #expect(try ArchiveReading.read(path, most: Self.text.utf8.count).entries.count == 1)
        let failure = #expect(throws: CommandFailure.self) {
            try ArchiveReading.read(path, most: Self.text.utf8.count - 1)
        }
        #expect(failure?.message.contains("the archive is larger than") == true)
        #expect(ArchiveReading.most == 1 << 30)
    }

    @Test func `recognises and reads a compressed archive by its content`() throws {
        let path = try file("packed", try Gzip.compress(Array(Self.text.utf8)))
        #expect(try ArchiveFile.isArchive(path))
        #expect(try ArchiveFile.read(path).exchanges.map(\.url) == ["http://a.test/"])
        #expect(try !ArchiveFile.isArchive(file("other", Gzip.compress([0xD4, 0xC3, 0xB2, 0xA1]))))
        #expect(try !ArchiveFile.isArchive("-") && !ArchiveFile.isArchive(scratch.file("missing")))
    }

    @Test func `a truncated compressed archive keeps its complete entries`() throws {
        var entries = ""
        // What does not compress well reaches the decompressor's output early.
        for number in 0..<3000 { entries += #"{"request":{"url":"u:\#(number &* 2_654_435_761)"}},"# }
        let text = #"{"log":{"entries":["# + entries + "{}]}}"
        let packed = try Gzip.compress(Array(text.utf8))
        let survey = try ArchiveFile.read(try file("a.har.gz", Array(packed.prefix(packed.count / 2))))
        let count = survey.exchanges.count
        #expect(count > 100 && count < 3000)
        #expect(survey.findings.first == .packedDamage(entries: count))
    }

    @Test func `an invalid archive is reported with its file name`() throws {
        let path = try file("a.har", Array("<html>".utf8))
        let failure = #expect(throws: CommandFailure.self) { _ = try ArchiveFile.read(path) }
        #expect(
            failure?.status == .invalidFile
                && failure?.message.hasPrefix("\(path): error: this is not an HTTP") == true
        )
        let missing = #expect(throws: CommandFailure.self) {
            _ = try ArchiveFile.read(scratch.file("none.har"))
        }
        #expect(missing?.status == .invalidFile)
    }

    @Test(arguments: [
        (["a.har", "--fit"], "leave --fit out"), (["a.har", "--stream", "1"], "leave --stream out"),
        (["a.har", "--har"], "leave --har out"), (["a.har", "b.pcap"], "is not"),
    ])
    func `rejects options that need packets`(_ words: [String], _ told: String) throws {
        _ = try file("a.har", Array(Self.text.utf8))
        let words = words.map { $0.hasPrefix("-") || Int($0) != nil ? $0 : scratch.file($0) }
        let arguments = try ParsedArguments(words[...], taking: InspectCommand.options, command: "inspect")
        let console = Console(environment: [:], noColour: true)
        let failure = #expect(throws: CommandFailure.self) {
            _ = try InspectCommand(arguments).run(on: console)
        }
        #expect(
            failure?.status == .wrongUsage && failure?.message.contains(told) == true,
            "\(failure?.message ?? "")"
        )
    }
}
