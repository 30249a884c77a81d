import Foundation
import LinuxIO
import TLS
import TestSupport
import Testing
import Wire

@testable import Proxy

@Suite struct LeafFolderTests {
    private static let now = RunClock.wall() / 1_000_000_000
    private static let day: Int64 = 86_400

    private let scratch: ScratchFolder
    private let authority: CertificateAuthority

    init() throws {
        scratch = try ScratchFolder()
        authority = try CertificateAuthority(named: "a", validity: .days(3650, from: Self.now))
    }

    private var folder: LeafFolder { LeafFolder(scratch.file("data/hosts")) }

    private func certificate(
        _ host: String = "a.test",
        of authority: CertificateAuthority? = nil,
        in folder: LeafFolder? = nil,
        now: Int64 = now
    ) throws -> String {
        let identities = LeafIdentities(authority ?? self.authority, in: folder ?? self.folder, now: now)
        return try identities.identity(for: host, now: now).certificatePEM
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).map { "\(folder.path)/\($0)" }
            .sorted()
    }

    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private static func setMode(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test(arguments: ["a.test", "127.0.0.1", "2001:db8::1", "xn--bcher-kva.test"])
    func `a host's certificate persists and its files are private`(_ host: String)
        throws
    {
        let made = try certificate(host)
        #expect(try certificate(host) == made && certificate("b.test") != made)
        #expect(try files().count == 2)
        #expect(try files().allSatisfy { try Self.mode($0) == 0o600 })
        #expect(try Self.mode(folder.path) == 0o700)
        #expect(try certificate(host, in: LeafFolder(scratch.file("other"))) != made)
    }

    @Test func `a certificate that expires within a day is replaced`() throws {
        let made = try certificate()
        #expect(try certificate(now: Self.now + 28 * Self.day) == made)
        let next = try certificate(now: Self.now + 29 * Self.day)
        #expect(next != made)
        #expect(try certificate(now: Self.now + 29 * Self.day) == next && files().count == 1)
    }

    @Test func `certificates of another authority are discarded`() throws {
        let made = try certificate()
        let other = try CertificateAuthority(named: "a", validity: .days(3650, from: Self.now))
        #expect(try certificate(of: other) != made)
        #expect(try files().count == 1)
        #expect(try certificate() != made)
    }

    @Test(arguments: ["", "nonsense", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"])
    func `a damaged file is replaced`(_ text: String) throws {
        let made = try certificate()
        let file = try #require(try files().first)
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(text.utf8))
        let next = try certificate()
        #expect(next != made)
        #expect(try certificate() == next && Self.mode(file) == 0o600)
    }

    @Test func `a file with another host's certificate or another key is replaced`() throws {
        let made = try certificate()
        let file = try #require(try files().first)
        let other = try certificate("b.test")
        let others = try #require(try files().first { $0 != file })
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.copyItem(atPath: others, toPath: file)
        let next = try certificate()
        #expect(next != other && next != made)
        // The right certificate with a key that is not its own.
        let stranger = try authority.issue(
            to: CertificateSubject(names: ["a.test"]),
            validity: .days(30, from: Self.now)
        )
        let key = try #require(
            try stranger.pem.range(of: "-----BEGIN PRIVATE").map { try stranger.pem[$0.lowerBound...] }
        )
        try FileManager.default.removeItem(atPath: file)
        try Data((next + key).utf8).write(to: URL(filePath: file))
        try Self.setMode(file, 0o600)
        #expect(try certificate() != next)
    }

    @Test func `a file that others may read, or a symbolic link, is ignored`() throws {
        let made = try certificate()
        let file = try #require(try files().first)
        try Self.setMode(file, 0o644)
        let next = try certificate()
        #expect(next != made)
        #expect(try Self.mode(file) == 0o600)
        try FileManager.default.moveItem(atPath: file, toPath: scratch.file("elsewhere"))
        try FileManager.default.createSymbolicLink(
            atPath: file,
            withDestinationPath: scratch.file("elsewhere")
        )
        #expect(try certificate() != next)
    }

    @Test func `a folder that others may write to is not used`() throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try Self.setMode(folder.path, 0o777)
        #expect(try certificate() != certificate())
        #expect(try files().isEmpty)
    }

    @Test func `a folder that cannot be created stores nothing`() throws {
        let file = scratch.file("file")
        try Data().write(to: URL(filePath: file))
        let folder = LeafFolder("\(file)/hosts")
        let identities = LeafIdentities(authority, in: folder, now: Self.now)
        let made = try identities.identity(for: "a.test", now: Self.now).certificatePEM
        #expect(try identities.identity(for: "a.test", now: Self.now).certificatePEM == made)
        #expect(try certificate(in: folder) != made)
    }

    @Test func `the oldest certificates are removed beyond the limit`() throws {
        let small = LeafFolder(folder.path, most: 3)
        for host in ["a.test", "b.test", "c.test", "d.test", "e.test"] {
            _ = try certificate(host, in: small)
        }
        #expect(try files().count == 3)
    }

    @Test func `old temporary files are removed and recent ones stay`() throws {
        _ = try certificate()
        for (name, age) in [("new-old", 2 * 3600.0), ("new-fresh", 0)] {
            let path = "\(folder.path)/\(name)"
            try Data().write(to: URL(filePath: path))
            let date = Date(timeIntervalSince1970: Double(Self.now) - age)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        _ = try certificate()
        let names = try files().compactMap { $0.split(separator: "/").last }
        #expect(names.contains("new-fresh") && !names.contains("new-old"))
    }

    @Test func `concurrent proxies share the stored certificates`() async throws {
        let (authority, folder) = (authority, folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let identities = LeafIdentities(authority, in: folder, now: Self.now)
                    for host in 0..<20 { _ = try identities.identity(for: "h\(host).test", now: Self.now) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try files().count == 20)
        for host in 0..<20 { #expect(try certificate("h\(host).test") == certificate("h\(host).test")) }
    }

    @Test func `certificates are removed with their authority`() throws {
        let files = AuthorityFiles(folder: scratch.path)
        let authority = try files.authority(named: "a", now: Self.now)
        _ = try certificate(of: authority, in: files.leaves)
        #expect(FileManager.default.fileExists(atPath: files.leaves.path))
        files.remove()
        #expect(!FileManager.default.fileExists(atPath: files.leaves.path))
    }
}
