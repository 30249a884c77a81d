import Testing
import Wire

@testable import TLS

@Suite struct TLSSessionTests {
    private static let large = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    @Test(arguments: TLSVersion.allCases, [1, 100, 4096, .max])
    func `both ends negotiate and exchange bytes for any split`(
        version: TLSVersion,
        piece: Int
    ) throws {
        let pair = try SessionPair(server: TLSParameters(versions: version...version))
        #expect(pair.server.negotiation == nil && !pair.server.isEstablished)
        try pair.settle(piece: piece)
        let agreed = try #require(pair.server.negotiation)
        #expect(agreed.version == version && agreed.cipher.contains("AES"))
        #expect(agreed.serverName == SessionPair.host && !agreed.isResumed)
        #expect(agreed.applicationProtocol == nil)
        try pair.client.write(Array("GET".utf8)[...])
        try pair.settle(piece: piece)
        #expect(pair.atServer == Array("GET".utf8))
        let body = Self.large.prefix(piece < 100 ? 40_000 : 1_000_000)
        try pair.server.write(Array("head".utf8)[...], body)
        try pair.settle(piece: piece)
        #expect(pair.atClient == Array("head".utf8) + body)
    }

    @Test(arguments: [
        (0, 10), (10, 0), (100, 16_284), (100, 16_285), (16_384, 1), (20_000, 20_000), (1, 300_000),
    ])
    func `a head and a body are written as one run of records`(head: Int, body: Int) throws {
        let pair = try SessionPair()
        try pair.settle()
        try pair.server.write(Self.large.prefix(head), Self.large.dropFirst(head).prefix(body))
        let records = (head + body + TLSSession.recordSize - 1) / TLSSession.recordSize
        let ciphertext = pair.server.takeCiphertext()
        // A TLS 1.3 record is 22 bytes longer than its content.
        #expect(ciphertext.count == head + body + 22 * records)
        #expect(try pair.client.receive(ciphertext) == Array(Self.large.prefix(head + body)))
    }

    @Test func `writing fails before the handshake and after close`() throws {
        let pair = try SessionPair()
        #expect(throws: TLSError.notOpen) { try pair.server.write([1]) }
        try pair.settle()
        pair.server.close()
        pair.server.close()
        #expect(throws: TLSError.notOpen) { try pair.server.write([1]) }
        try pair.settle()
        #expect(pair.client.isEnded && !pair.server.isEnded)
        // The other direction continues.
        try pair.client.write([1, 2])
        try pair.settle()
        #expect(pair.atServer == [1, 2])
        pair.client.close()
        try pair.settle()
        #expect(pair.server.isEnded)
        #expect(try pair.server.receive([1, 2, 3]) == [])
    }

    @Test(
        arguments: [
            (["h2", "http/1.1"], ["http/1.1", "h2"], "h2"), (["http/1.1"], ["h2", "http/1.1"], "http/1.1"),
            ([], ["h2"], nil), (["h2"], [], nil),
        ] as [([String], [String], String?)]
    )
    func `the server's first protocol that the client knows is chosen`(
        server: [String],
        client: [String],
        chosen: String?
    ) throws {
        let pair = try SessionPair(
            server: TLSParameters(applicationProtocols: server),
            client: TLSParameters(applicationProtocols: client)
        )
        try pair.settle()
        #expect(pair.server.negotiation?.applicationProtocol == chosen)
        #expect(pair.client.negotiation?.applicationProtocol == chosen)
    }

    @Test func `ends without a common protocol or version report which is missing`() throws {
        func reason(_ server: TLSParameters, _ client: TLSParameters) throws -> String {
            let pair = try SessionPair(server: server, client: client)
            let error = try #require(throws: TLSError.self) { try pair.settle() }
            // The client is notified as well.
            #expect(pair.server.hasCiphertext)
            #expect(throws: TLSError.self) { try pair.client.receive(pair.server.takeCiphertext()) }
            return error.description
        }
        let protocols = try reason(
            TLSParameters(applicationProtocols: ["http/1.1"]),
            TLSParameters(applicationProtocols: ["h2"])
        )
        #expect(protocols == "the TLS handshake failed: no application protocol")
        let versions = try reason(
            TLSParameters(versions: .tls13 ... .tls13),
            TLSParameters(versions: .tls12 ... .tls12)
        )
        #expect(versions == "the TLS handshake failed: unsupported protocol")
    }

    @Test(arguments: TLSVersion.allCases, [true, false])
    func `a ticket resumes a session if the server issues tickets`(
        version: TLSVersion,
        resumes: Bool
    ) throws {
        let bench = try TestAuthority()
        let server = try bench.server(TLSParameters(versions: version...version, resumes: resumes))
        let client = try bench.client()
        let first = try SessionPair(server, client)
        try first.settle()
        #expect((first.client.ticket != nil) == resumes)
        first.client.close()
        try first.settle()
        let second = try SessionPair(server, client, resuming: first.client.ticket)
        try second.settle()
        for end in [second.server, second.client] { #expect(end.negotiation?.isResumed == resumes) }
        try second.server.write([1, 2, 3])
        try second.settle()
        #expect(second.atClient == [1, 2, 3])
    }

    @Test(arguments: ["", String(repeating: "x", count: 256)])
    func `an invalid protocol name is rejected`(name: String) throws {
        #expect(throws: TLSError.invalidProtocol(name)) {
            try SessionPair(server: TLSParameters(applicationProtocols: [name]))
        }
    }

    @Test(
        arguments: zip(
            TLSVersion.allCases,
            [
                ["CLIENT_RANDOM"],
                [
                    "CLIENT_HANDSHAKE_TRAFFIC_SECRET", "CLIENT_TRAFFIC_SECRET_0", "EXPORTER_SECRET",
                    "SERVER_HANDSHAKE_TRAFFIC_SECRET", "SERVER_TRAFFIC_SECRET_0",
                ],
            ]
        )
    )
    func `the key log holds a session's secrets`(version: TLSVersion, labels: [String]) throws {
        let log = KeyLog(capacity: labels.count + 1)
        let pair = try SessionPair(server: TLSParameters(versions: version...version), keyLog: log)
        try pair.settle()
        let fields = log.lines.map { $0.split(separator: " ") }
        #expect(fields.map { String($0[0]) }.sorted() == labels)
        // The client's random identifies the session.
        #expect(fields.allSatisfy { $0.count == 3 && $0[1].count == 64 && $0[1] == fields[0][1] })
        log.add("one")
        log.add("more")
        #expect(log.lines.last == "one" && log.left == 1)
        #expect(log.take().last == "one" && log.take().isEmpty)
        // What was taken makes room.
        log.add("three")
        #expect(log.lines == ["three"] && log.left == 1)
    }

    @Test func `both key logs get every line`() {
        let second = KeyLog()
        let first = KeyLog(capacity: 1, copiedTo: second)
        first.add("one")
        first.add("two")
        #expect(first.take() == ["one"] && second.take() == ["one", "two"])
    }
}
