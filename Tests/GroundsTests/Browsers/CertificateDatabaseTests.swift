import Foundation
import LinuxIO
import TLS
import TestSupport
import Testing

@testable import Grounds

@Suite(
    .enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"),
    .enabled(if: ToolRun(named: "certutil") != nil, "needs certutil (libnss3-tools)"),
    .timeLimit(.minutes(1))
)
struct CertificateDatabaseTests {
    private let home: ScratchFolder
    private var database: String { "sql:\(home.file(".pki/nssdb"))" }

    init() throws { home = try ScratchFolder() }

    private static func authority() throws -> String {
        try CertificateAuthority(validity: .days(30, from: 1_908_000_000)).certificatePEM
    }

    private func certutil(_ words: [String]) throws -> String {
        try #require(ToolRun(named: "certutil")).output(words)
    }

    /// The names of the database's certificates with what they are trusted for.
    private func list() throws -> [String] {
        try certutil(["-L", "-d", database]).split(separator: "\n").map(String.init)
            .filter { $0.hasSuffix(",, ") || $0.hasSuffix(",,  ") }
            .map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test func `creates a database in an empty home and removes it again`() async throws {
        let authority = try Self.authority()
        try await OwnThread.run {
            try PrivateFiles.enter()
            let made = try CertificateDatabase(adding: authority, home: home.path)
            #expect(try list() == ["netlab bench CA C,,"])
            made.remove()
        }
        #expect(try Folder.names(in: home.path) == [])
    }

    @Test func `keeps the certificates of an existing database and leaves it unchanged`() async throws {
        try home.write("own.pem", Self.authority())
        try FileManager.default.createDirectory(
            atPath: home.file(".pki/nssdb"),
            withIntermediateDirectories: true
        )
        _ = try certutil(["-A", "-d", database, "-n", "mine", "-t", "C,,", "-i", home.file("own.pem")])
        let before = try list()
        #expect(before == ["mine C,,"])
        let authority = try Self.authority()
        try await OwnThread.run {
            try PrivateFiles.enter()
            let made = try CertificateDatabase(adding: authority, home: home.path)
            #expect(try Set(list()) == ["mine C,,", "netlab bench CA C,,"])
            made.remove()
            #expect(try list() == before)
        }
        #expect(try list() == before)
    }

    @Test func `the folder stays while another bench uses it`() async throws {
        let authority = try Self.authority()
        try await OwnThread.run {
            try PrivateFiles.enter()
            let first = try CertificateDatabase(adding: authority, home: home.path)
            try pass(other: authority)
            #expect(try list() == ["netlab bench CA C,,"])
            first.remove()
        }
        #expect(try Folder.names(in: home.path) == [])
    }

    /// Another bench that comes and goes, on a thread with a mount namespace of its own.
    private func pass(other authority: String) throws {
        let home = home.path
        let thread = try WorkerThread(name: "test-other") {
            try? PrivateFiles.enter()
            (try? CertificateDatabase(adding: authority, home: home))?.remove()
        }
        thread.join()
    }

    @Test func `reports a missing certutil or HOME`() throws {
        #expect(throws: BrowserObjection("certutil is missing (apt install libnss3-tools)")) {
            try CertificateDatabase(adding: "", home: home.path, with: nil)
        }
        #expect(throws: BrowserObjection("HOME does not name the folder of the browser's certificates")) {
            try CertificateDatabase(adding: "", home: nil)
        }
        #expect(try Folder.names(in: home.path) == [])
    }
}
