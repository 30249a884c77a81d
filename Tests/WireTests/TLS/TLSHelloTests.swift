import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct TLSHelloTests {
    static let offer = HelloBuilder(
        session: [UInt8](repeating: 3, count: 32),
        suites: [0x2A2A, 0x1301, 0xC02F, 0x00FF],
        extensions: [
            (0, vector16([0] + vector16(Array("origin.netlab.test".utf8)))),
            (16, vector16(vector8(Array("h2".utf8)) + vector8(Array("http/1.1".utf8)))),
            (43, vector8(number(0x3A3A) + number(0x0304) + number(0x0303))),
            (10, vector16(number(29) + number(23))), (11, vector8([0])),
            (13, vector16(number(0x0403) + number(0x0804))), (35, [1, 2, 3]), (42, []), (41, [0, 0]),
        ]
    )

    private static func read(_ bytes: [UInt8]) -> TLSClientHello? { clientHello(bytes) }

    @Test func `a ClientHello has its client's offer`() throws {
        let hello = try #require(Self.read(Self.offer.client))
        #expect(hello.version == .tls12 && hello.newestVersion == .tls13)
        #expect(hello.random == Self.offer.random && hello.sessionID == Self.offer.session)
        #expect(
            hello.cipherSuites.map(\.description) == [
                "GREASE", "TLS_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                "TLS_EMPTY_RENEGOTIATION_INFO_SCSV",
            ]
        )
        #expect(hello.serverName == "origin.netlab.test")
        #expect(hello.applicationProtocols == ["h2", "http/1.1"])
        #expect(hello.groups.map(\.description) == ["x25519", "secp256r1"])
        #expect(hello.pointFormats == [0] && hello.signatureSchemes == [0x0403, 0x0804])
        #expect(hello.ticketBytes == 3 && hello.offersEarlyData)
        #expect(hello.extensions == [0, 16, 43, 10, 11, 13, 35, 42, 41])
    }

    @Test func `a ClientHello of the oldest kind has no extensions`() throws {
        let hello = try #require(Self.read(HelloBuilder(version: 0x0301, suites: [5]).client))
        #expect(hello.version.description == "TLS 1.0" && hello.newestVersion == .tls10)
        #expect(hello.extensions.isEmpty && hello.serverName == nil && hello.ticketBytes == nil)
    }

    @Test func `a ServerHello has the agreed parameters`() throws {
        let old = HelloBuilder(
            suites: [0xC02B],
            extensions: [(16, vector16(vector8(Array("http/1.1".utf8)))), (22, [])]
        )
        let hello = try #require(serverHello(old.server))
        #expect(hello.version == .tls12 && hello.applicationProtocol == "http/1.1")
        #expect(hello.cipherSuite.description == "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")
        #expect(hello.encryptsThenMACs && !hello.isRetry && !hello.acceptsPreSharedKey)
        let new = HelloBuilder(
            suites: [0x1302],
            extensions: [(43, number(0x0304)), (51, number(29) + vector16([1, 2])), (41, [0, 0])]
        )
        let chosen = try #require(serverHello(new.server))
        #expect(chosen.version == .tls13 && chosen.group?.description == "x25519")
        #expect(chosen.acceptsPreSharedKey && chosen.cipherSuite == .aes256GCM)
    }

    @Test func `a HelloRetryRequest is recognised by its random`() throws {
        // SHA-256 of "HelloRetryRequest".
        let digits = "cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c"
        let random = stride(from: 0, to: 64, by: 2).compactMap { place in
            UInt8(String(digits.dropFirst(place).prefix(2)), radix: 16)
        }
        let hello = HelloBuilder(random: random, extensions: [(43, number(0x0304)), (51, number(23))])
        #expect(try #require(serverHello(hello.server)).isRetry)
    }

    @Test func `a truncated hello is rejected, except without its extensions`() {
        let bytes = Self.offer.client
        let plain = HelloBuilder(session: Self.offer.session, suites: Self.offer.suites).client.count
        for count in 0..<bytes.count where count != plain {
            #expect(Self.read(Array(bytes[..<count])) == nil, "\(count)")
        }
        let server = HelloBuilder(extensions: [(43, number(0x0304))]).server
        for count in 0..<server.count where count != HelloBuilder().server.count {
            #expect(serverHello(Array(server[..<count])) == nil, "\(count)")
        }
    }

    @Test func `a malformed extension is listed and does not affect the others`() throws {
        var hello = Self.offer
        hello.extensions[0].content = [0xFF]
        hello.extensions[1].content = vector16([200, 1, 2])
        let read = try #require(Self.read(hello.client))
        #expect(read.serverName == nil && read.applicationProtocols.isEmpty)
        #expect(read.extensions.count == 9 && read.newestVersion == .tls13)
    }

    @Test func `mutated hellos are parsed or rejected without a crash`() {
        var counter: UInt64 = 47
        func next() -> UInt64 {
            counter += 1
            return SplitMix.mixed(counter)
        }
        let original = Self.offer.client
        for _ in 0..<20_000 {
            var bytes = original
            for _ in 0...Int(next() % 4) {
                bytes[Int(next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: next())
            }
            if let hello = Self.read(bytes) { #expect(TLSFingerprint(hello).ja4Head.count == 10) }
            _ = TLSServerHello(bytes.span.bytes)
            _ = TLSEncryptedExtensions(bytes.span.bytes)
            _ = TLSCertificateMessage(bytes.span.bytes, .tls13)
        }
    }
}
