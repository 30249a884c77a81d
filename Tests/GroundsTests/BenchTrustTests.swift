import Foundation
import LinuxIO
import TLS
import TestSupport
import Testing

@testable import Grounds

@Suite(
    .enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"),
    .enabled(
        if: TrustBundle.systemPaths.contains(where: WholeFile.exists),
        "needs a system's bundle of certificates"
    ),
    .timeLimit(.minutes(1))
)
struct BenchTrustTests {
    private static let now: Int64 = 1_908_000_000

    /// The bundle as seen by programs started here, and the variables that lead to it.
    private static func bundle(
        joining own: String? = nil,
        _ trust: BenchTrust
    ) async throws -> (text: String, trust: TLSTrust?) {
        try await OwnThread.run {
            try PrivateFiles.enter()
            let files = try trust.install(joining: own)
            let text = try files.map { try String(contentsOfFile: $0.bundlePath, encoding: .utf8) }
            return (text ?? "", files)
        }
    }

    @Test(arguments: ["origin.netlab.test", "198.18.0.2"])
    func `a client that reads the bundle trusts the origin, and the system bundle is unchanged`(
        host: String
    ) async throws {
        let path = try #require(TrustBundle.systemPaths.first(where: WholeFile.exists))
        let before = try String(contentsOfFile: path, encoding: .utf8)
        let trust = try BenchTrust(now: Self.now)
        let (text, files) = try await Self.bundle(trust)
        #expect(text.hasPrefix(before))
        #expect(files?.environment.allSatisfy { $0.value == path } == true)
        let client = try TLSSession(client: TLSClientContext(trust: text, now: Self.now), host: host)
        let server = try TLSSession(server: trust.origin)
        _ = try server.receive(client.takeCiphertext())
        _ = try client.receive(server.takeCiphertext())
        #expect(client.isEstablished)
        #expect(!trust.keyLog.lines.isEmpty)
        let after = try String(contentsOfFile: path, encoding: .utf8)
        #expect(after == before)
    }

    @Test func `keeps the user's own bundle in use and reports a missing one`() async throws {
        let folder = try ScratchFolder()
        try folder.write("own.pem", "# mine")
        let trust = try BenchTrust(now: Self.now)
        let (text, _) = try await Self.bundle(joining: folder.file("own.pem"), trust)
        #expect(text.contains("# mine\n-----BEGIN CERTIFICATE-----"))
        let missing = SystemCallError("open", on: folder.file("none.pem"), errno: SystemCallError.noSuchFile)
        await #expect(throws: missing) {
            try await Self.bundle(joining: folder.file("none.pem"), trust)
        }
    }
}
