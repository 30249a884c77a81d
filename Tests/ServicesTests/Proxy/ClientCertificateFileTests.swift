import Forwarding
import Foundation
import Programs
import TestSupport
import Testing

@testable import Services

@Suite(.timeLimit(.minutes(1)))
struct ClientCertificateFileTests {
    @Test func `a file name may contain equals signs`() throws {
        let file = try ClientCertificateFile("*.a.test:8443=a=b.pem")
        #expect(file.servers.description == "*.a.test:8443" && file.path == "a=b.pem")
    }

    @Test(arguments: ["a.test", "=a.pem", "a.test=", "https://a.test=a.pem"])
    func `rejects a text without host or file`(_ text: String) {
        let failure = #expect(throws: CommandFailure.self) { _ = try ClientCertificateFile(text) }
        #expect(failure?.status == .wrongUsage && failure?.message.contains(text) == true)
    }

    @Test func `a missing or invalid certificate file is named`() throws {
        let folder = try ScratchFolder()
        try Data("no PEM".utf8).write(to: URL(filePath: folder.file("me.pem")))
        for name in ["me.pem", "none.pem"] {
            let file = try ClientCertificateFile("a.test=\(folder.file(name))")
            let failure = #expect(throws: CommandFailure.self) { _ = try file.load() }
            #expect(failure?.message.contains(folder.file(name)) == true)
        }
    }
}
