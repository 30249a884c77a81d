import COpenSSL
import Testing
import Wire

@testable import TLS

/// Records written by OpenSSL, decrypted only by its key log.
@Suite(.timeLimit(.minutes(1)))
struct RecordOpenerTests {
    /// One session with a long message from the server and a short one from the client.
    private struct Session {
        let pair: SessionPair
        let secrets: SessionSecrets
        let offer: TLSClientHello
        let choice: TLSServerHello
        let algorithm: RecordAlgorithm

        init(version: TLSProtocolVersion, ciphers: String, encryptsThenMACs: Bool = true) throws {
            let bench = try TestAuthority()
            let log = KeyLog()
            let context = try bench.server(keyLog: log)
            let raw = context.library.raw
            let number = Int32(version.rawValue)
            try #require(netlab_ssl_set_versions(raw, number, number) == 1)
            let client = try bench.client()
            try #require(netlab_ssl_set_versions(client.library.raw, number, number) == 1)
            for raw in [raw, client.library.raw] {
                if version == .tls13 {
                    try #require(SSL_CTX_set_ciphersuites(raw, ciphers) == 1)
                } else {
                    try #require(SSL_CTX_set_cipher_list(raw, "\(ciphers):@SECLEVEL=0") == 1)
                }
                if !encryptsThenMACs { SSL_CTX_set_options(raw, 1 << 19) }
            }
            pair = try SessionPair(context, client)
            try pair.settle()
            try pair.server.write(RecordOpenerTests.down[...])
            try pair.client.write(RecordOpenerTests.up[...])
            try pair.settle()
            var secrets = SessionSecrets()
            secrets.add(Array(log.lines.joined(separator: "\n").utf8).span.bytes)
            self.secrets = secrets
            offer = try #require(Self.hello(pair.fromClient) { TLSClientHello($0) })
            choice = try #require(Self.hello(pair.fromServer) { TLSServerHello($0) })
            algorithm = try #require(RecordAlgorithm(choice.cipherSuite, choice.version))
        }

        /// The first handshake message in an end's bytes.
        private static func hello<Hello>(_ bytes: [UInt8], _ read: (RawSpan) -> Hello?) -> Hello? {
            var hello: Hello?
            var assembler = TLSHandshakeAssembler()
            let length = TLSRecordHeader(bytes.span.bytes)?.length ?? 0
            let content = Array(bytes.dropFirst(TLSRecordHeader.size).prefix(length))
            assembler.receive(content.span.bytes) { _, body in hello = hello ?? read(body) }
            return hello
        }

        /// All application data of one end that can be decrypted, with records counted as its sender did.
        func opened(_ bytes: [UInt8], _ opener: RecordOpener) -> [UInt8] {
            var (plain, number, offset): ([UInt8], UInt64, Int) = ([], 0, 0)
            var room = [UInt8](repeating: 0, count: RecordOpener.roomNeeded)
            while let header = TLSRecordHeader(bytes.span.bytes, at: offset) {
                let end = offset + TLSRecordHeader.size + header.length
                let record = bytes.span.bytes.extracting(offset..<end)
                offset = end
                guard let opened = opener.open(record, number: number, into: &room)
                else { continue }
                number += 1
                if opened.contentType == .applicationData { plain += room[..<opened.length] }
            }
            return plain
        }
    }

    static let up = Array("GET / HTTP/1.1\r\n\r\n".utf8)
    static let down = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    @Test(arguments: ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"])
    func `TLS 1.3 records decrypt with each cipher suite`(_ suite: String) throws {
        let session = try Session(version: .tls13, ciphers: suite)
        #expect(session.choice.cipherSuite.description == suite)
        for (label, bytes, plain) in [
            (SessionSecrets.Label.clientTraffic, session.pair.fromClient, Self.up),
            (.serverTraffic, session.pair.fromServer, Self.down),
        ] {
            let secret = try #require(session.secrets.secret(label, clientRandom: session.offer.random))
            let keys = try #require(RecordKeys(session.algorithm, trafficSecret: secret))
            let opener = try #require(RecordOpener(session.algorithm, keys))
            #expect(session.opened(bytes, opener) == plain)
        }
    }

    @Test(arguments: [
        (TLSProtocolVersion.tls12, "ECDHE-ECDSA-AES128-GCM-SHA256", true),
        (.tls12, "ECDHE-ECDSA-AES256-GCM-SHA384", true), (.tls12, "ECDHE-ECDSA-CHACHA20-POLY1305", true),
        (.tls12, "ECDHE-ECDSA-AES128-SHA", true), (.tls12, "ECDHE-ECDSA-AES256-SHA", false),
        (.tls12, "ECDHE-ECDSA-AES128-SHA256", false), (.tls12, "ECDHE-ECDSA-AES256-SHA384", true),
        (.tls12, "ECDHE-ECDSA-AES256-SHA384", false), (.tls11, "ECDHE-ECDSA-AES128-SHA", true),
        (.tls11, "ECDHE-ECDSA-AES256-SHA", false), (.tls10, "ECDHE-ECDSA-AES128-SHA", true),
        (.tls10, "ECDHE-ECDSA-AES256-SHA", false),
    ])
    func `records of TLS 1.2 and earlier decrypt with common cipher suites`(
        _ version: TLSProtocolVersion,
        _ suite: String,
        _ encryptsThenMACs: Bool
    ) throws {
        let session = try Session(version: version, ciphers: suite, encryptsThenMACs: encryptsThenMACs)
        #expect(session.choice.version == version)
        let master = try #require(session.secrets.secret(.master, clientRandom: session.offer.random))
        let keys = try #require(
            RecordKeys.both(
                session.algorithm,
                masterSecret: master,
                clientRandom: session.offer.random,
                serverRandom: session.choice.random
            )
        )
        for (keys, bytes, plain) in [
            (keys.client, session.pair.fromClient, Self.up),
            (keys.server, session.pair.fromServer, Self.down),
        ] {
            let opener = try #require(
                RecordOpener(
                    session.algorithm,
                    keys,
                    encryptsThenMACs: session.choice.encryptsThenMACs
                )
            )
            #expect(session.opened(bytes, opener) == plain)
        }
    }

    @Test func `records with wrong keys, numbers, lengths or bytes do not decrypt`() throws {
        let session = try Session(version: .tls13, ciphers: "TLS_AES_128_GCM_SHA256")
        let secret = try #require(
            session.secrets.secret(.clientTraffic, clientRandom: session.offer.random)
        )
        let keys = try #require(RecordKeys(session.algorithm, trafficSecret: secret))
        let opener = try #require(RecordOpener(session.algorithm, keys))
        let record = Array(session.pair.fromClient.suffix(TLSRecordHeader.size + Self.up.count + 17))
        var room = [UInt8](repeating: 0, count: RecordOpener.roomNeeded)
        func open(_ bytes: [UInt8], _ number: UInt64) -> OpenedRecord? {
            opener.open(bytes.span.bytes, number: number, into: &room)
        }
        #expect(open(record, 0) == OpenedRecord(contentType: .applicationData, length: Self.up.count))
        #expect(open(record, 1) == nil)
        for place in record.indices {
            var changed = record
            changed[place] ^= 1
            #expect(open(changed, 0) == nil)
            #expect(open(Array(record[..<place]), 0) == nil)
        }
        room = [UInt8](repeating: 0, count: 10)
        #expect(open(record, 0) == nil)
    }

    @Test func `unsupported cipher suites are known in advance`() {
        #expect(RecordAlgorithm(TLSCipherSuite(rawValue: 5), .tls12) == nil)
        #expect(RecordAlgorithm(TLSCipherSuite(rawValue: 0xC02F), .tls13) == nil)
        #expect(RecordAlgorithm(.aes128GCM, .tls12) == nil)
        #expect(RecordAlgorithm(TLSCipherSuite(rawValue: 0xC02F), .tls11) == nil)
    }
}
