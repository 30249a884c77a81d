import Synchronization
import Testing

@testable import TLS

@Suite struct IdentityChoiceTests {
    private let authority: CertificateAuthority
    private let validity = CertificateValidity.days(1, from: SessionPair.now)

    init() throws {
        authority = try CertificateAuthority(validity: validity)
    }

    private func identity(_ name: String) throws -> ServerIdentity {
        try authority.issue(to: CertificateSubject(names: [name]), validity: validity)
    }

    private func client(_ parameters: TLSParameters = TLSParameters()) throws -> TLSClientContext {
        try TLSClientContext(trust: authority.certificatePEM, now: SessionPair.now, parameters)
    }

    @Test(arguments: TLSVersion.allCases)
    func `each client gets the identity for its server name`(version: TLSVersion) throws {
        let identities = try ["a.test": identity("a.test"), "b.test": identity("b.test")]
        let asked = Mutex<[String?]>([])
        let keys = KeyLog()
        let server = try TLSServerContext(
            TLSParameters(versions: version...version, applicationProtocols: ["h2"]),
            keyLog: keys
        ) { name in
            asked.withLock { $0.append(name) }
            return name.flatMap { identities[$0] }
        }
        let client = try client(TLSParameters(applicationProtocols: ["h2"]))
        for host in ["b.test", "a.test"] {
            let pair = try SessionPair(server, client, host: host)
            try pair.settle()
            #expect(pair.client.negotiation?.applicationProtocol == "h2")
            #expect(pair.server.negotiation?.serverName == host)
            #expect(pair.client.isEstablished)
        }
        #expect(asked.withLock { $0 } == ["b.test", "a.test"])
        #expect(!keys.lines.isEmpty)
    }

    @Test func `a name without an identity fails the handshake at both ends`() throws {
        let server = try TLSServerContext { _ in nil }
        let pair = try SessionPair(server, client(), host: "a.test")
        #expect(throws: TLSError.self) { try pair.settle() }
        #expect(throws: TLSError.self) { try pair.client.receive(pair.server.takeCiphertext()) }
        #expect(!pair.client.isEstablished && !pair.server.isEstablished)
    }

    @Test func `a client that connects to an address sends no server name`() throws {
        let identity = try authority.issue(
            to: CertificateSubject(names: ["127.0.0.1"]),
            validity: validity
        )
        let asked = Mutex<[String?]>([])
        let server = try TLSServerContext { name in
            asked.withLock { $0.append(name) }
            return identity
        }
        let pair = try SessionPair(server, client(), host: "127.0.0.1")
        _ = try? pair.settle()
        #expect(asked.withLock { $0 } == [nil])
    }

    @Test func `a resumed session does not look up the identity again`() throws {
        let identity = try identity("a.test")
        let count = Mutex(0)
        let server = try TLSServerContext { _ in
            count.withLock { $0 += 1 }
            return identity
        }
        let client = try client()
        let first = try SessionPair(server, client, host: "a.test")
        try first.settle()
        try first.server.write([1])
        try first.settle()
        let second = try SessionPair(server, client, host: "a.test", resuming: first.client.ticket)
        try second.settle()
        #expect(second.server.negotiation?.isResumed == true)
        #expect(count.withLock { $0 } == 1)
    }
}
