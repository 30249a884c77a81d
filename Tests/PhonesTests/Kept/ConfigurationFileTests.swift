import Foundation
import LinkModel
import LinuxIO
import Phones
import TestSupport
import Testing
import Wire
import WireGuard

@Suite struct ConfigurationFileTests {
    private func configuration() throws -> PhoneConfiguration {
        var book = try PhoneBook(in: try BookFolder().folder)
        let phone = try book.phone(named: try PhoneName("anna"))
        let endpoint = try #require(ConfiguredEndpoint("198.51.100.7:51820"))
        return PhoneConfiguration(
            of: phone,
            in: book,
            reaching: endpoint,
            asking: .v4(0xC612_0002),
            over: .both
        )
    }

    @Test func `only the owner may read a new file`() throws {
        let folder = try ScratchFolder()
        let configuration = try configuration()
        try ConfigurationFile.write(configuration, to: folder.file("anna.conf"))
        #expect(try folder.read("anna.conf") == configuration.text)
        #expect(try BookFolder.mode(of: folder.file("anna.conf")) == 0o600)
    }

    @Test func `a file that everybody could read is closed and replaced`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("anna.conf")
        try folder.write("anna.conf", String(repeating: "old", count: 1000))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let configuration = try configuration()
        try ConfigurationFile.write(configuration, to: path)
        #expect(try folder.read("anna.conf") == configuration.text)
        #expect(try BookFolder.mode(of: path) == 0o600)
    }

    @Test func `a file that cannot be written is named`() throws {
        let configuration = try configuration()
        let folder = try ScratchFolder()
        let path = folder.file("missing/anna.conf")
        let error = #expect(throws: ConfigurationFileError.self) {
            try ConfigurationFile.write(configuration, to: path)
        }
        #expect(
            error?.description
                == "the phone's configuration cannot be written: open \(path): No such file or directory; "
                + "name a file in a folder that you may write to"
        )
    }

    @Test func `a full device is reported, and stays`() throws {
        let configuration = try configuration()
        let error = #expect(throws: ConfigurationFileError.self) {
            try ConfigurationFile.write(configuration, to: "/dev/full")
        }
        #expect(error?.cause.isFull == true && FileManager.default.fileExists(atPath: "/dev/full"))
    }
}
