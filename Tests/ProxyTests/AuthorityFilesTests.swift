import Foundation
import Proxy
import TLS
import TestSupport
import Testing

@Suite struct AuthorityFilesTests {
    private static let now: Int64 = 1_908_000_000

    @Test
    func `an authority is created once and its key is private to the owner`() throws {
        let folder = try ScratchFolder()
        let files = AuthorityFiles(folder: folder.file("data/netlab"))
        #expect(!files.exist)
        let made = try files.authority(named: "a", now: Self.now)
        #expect(try files.authority(named: "b", now: Self.now).certificatePEM == made.certificatePEM)
        let mode = try FileManager.default.attributesOfItem(atPath: files.key)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        files.remove()
        #expect(!files.exist)
        #expect(try files.authority(named: "a", now: Self.now).certificatePEM != made.certificatePEM)
    }

    @Test
    func `invalid authority files are reported by name`() throws {
        let folder = try ScratchFolder()
        let files = AuthorityFiles(folder: folder.path)
        for file in [files.certificate, files.key] {
            try Data("nothing".utf8).write(to: URL(filePath: file))
        }
        let error = #expect(throws: AuthorityError.self) {
            try files.authority(named: "a", now: Self.now)
        }
        #expect(error?.description.contains("ca.pem") == true)
    }

    @Test
    func `the folder follows XDG_DATA_HOME and HOME`() {
        #expect(AuthorityFiles(environment: ["XDG_DATA_HOME": "/d"])?.folder == "/d/netlab")
        #expect(AuthorityFiles(environment: ["HOME": "/h"])?.folder == "/h/.local/share/netlab")
        #expect(AuthorityFiles(environment: ["XDG_DATA_HOME": "relative"]) == nil)
    }
}
