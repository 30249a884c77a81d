import Testing
import Wire

@testable import TLS

/// The examples of RFC 9001, A, and RFC 9369, A.
struct QUICInitialTests {
    private static let identifier: [UInt8] = [0x83, 0x94, 0xC8, 0xF0, 0x3E, 0x51, 0x57, 0x08]

    @Test(
        arguments: [
            (
                .one, .client, "1f369613dd76d5467730efcbe3b1a22d", "fa044b2f42a3fd3b46fb255c",
                "9f50449e04a0e810283a1e9933adedd2"
            ),
            (
                .one, .server, "cf3a5331653c364c88f0f379b6067e37", "0ac1493ca1905853b0bba03e",
                "c206b8d9b9f0f37644430b490eeaa314"
            ),
            (
                .two, .client, "8b1a0bc121284290a29e0971b5cd045d", "91f73e2351d8fa91660e909f",
                "45b95e15235d6f45a6b19cbcb0294ba9"
            ),
            (
                .two, .server, "82db637861d55e1d011f19ea71d5d2a7", "dd13c276499c0249d3310652",
                "edf6d05c83121201b436e16877593c3a"
            ),
        ] as [(QUICVersion, QUICInitialKeys.Side, String, String, String)]
    )
    func `keys are derived from the client's connection identifier`(
        _ version: QUICVersion,
        _ side: QUICInitialKeys.Side,
        _ key: String,
        _ nonce: String,
        _ mask: String
    ) throws {
        let keys = try #require(QUICInitialKeys.keys(version, identifier: Self.identifier, side))
        #expect(keys.key == bytes(key) && keys.nonce == bytes(nonce) && keys.mask == bytes(mask))
    }

    @Test func `an unknown version has no initial keys`() {
        #expect(QUICInitialKeys.keys(QUICVersion(rawValue: 7), identifier: Self.identifier, .client) == nil)
    }

    private static let packets: [(version: QUICVersion, text: String)] = [
        (
            .one,
            "cf000000010008f067a5502a4262b5004075c0d95a482cd0991cd25b0aac406a5816b6394100f37a1c69797554780bb38cc5a99f5e"
                + "de4cf73c3ec2493a1839b3dbcba3f6ea46c5b7684df3548e7ddeb9c3bf9c73cc3f3bded74b562bfb19fb84022f8ef4cdd93795d77d"
                + "06edbb7aaf2f58891850abbdca3d20398c276456cbc42158407dd074ee"
        ),
        (
            .two,
            "dc6b3343cf0008f067a5502a4262b5004075d92faaf16f05d8a4398c47089698baeea26b91eb761d9b89237bbf87263017915358"
                + "230035f7fd3945d88965cf17f9af6e16886c61bfc703106fbaf3cb4cfa52382dd16a393e42757507698075b2c984c707f0a0812d"
                + "8cd5a6881eaf21ceda98f4bd23f6fe1a3e2c43edd9ce7ca84bed8521e2e140"
        ),
    ]

    private func open(_ packet: [UInt8], _ version: QUICVersion, _ side: QUICInitialKeys.Side) -> [UInt8]? {
        guard let header = QUICLongHeader(packet.span.bytes), let offset = header.numberOffset,
            let keys = QUICInitialKeys.keys(version, identifier: Self.identifier, side),
            let opener = QUICPacketOpener(keys)
        else { return nil }
        return opener.opened(packet, numberAt: offset)
    }

    @Test(arguments: [0, 1]) func `a server's Initial packet decrypts to its ServerHello`(_ index: Int) throws
    {
        let (version, text) = Self.packets[index]
        let packet = bytes(text)
        let content = try #require(open(packet, version, .server))
        var (reader, hello) = (QUICFrameReader(), TLSServerHello?.none)
        while let frame = reader.next(content.span.bytes) {
            guard case .crypto(0, let range) = frame else { continue }
            hello = TLSServerHello(content.span.bytes.extracting(range.dropFirst(4)))
        }
        #expect(hello?.cipherSuite.rawValue == 0x1301 && hello?.version == .tls13)
        #expect(open(packet, version, .client) == nil)
        #expect(open(packet, version == .one ? .two : .one, .server) == nil)
    }

    @Test func `a corrupted or truncated packet does not decrypt`() {
        let packet = bytes(Self.packets[0].text)
        for bit in 0..<packet.count * 8 {
            var broken = packet
            broken[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(open(broken, .one, .server) == nil)
        }
        for length in packet.indices { #expect(open(Array(packet.prefix(length)), .one, .server) == nil) }
    }

    // RFC 9001, A.5.
    @Test func `a packet with a short header opens with ChaCha20-Poly1305`() throws {
        let secret = bytes("9ac312a7f877468ebe69422748ad00a15443f18203a07d6060f688f30f21632b")
        let keys = try #require(QUICPacketKeys(.chacha20Poly1305, .one, secret: secret))
        #expect(keys.key == bytes("c6d98ff3441c3fe1b2182094f69caa2ed4b716b65488960a7a984979fb23e1c8"))
        #expect(keys.nonce == bytes("e0459b3474bdd0e44a41c144"))
        #expect(keys.mask == bytes("25a282b9e82f06f21f488917a4fc8f1b73573685608597d0efcb076b0ab7a7a4"))
        let next = QUICPacketKeys.nextSecret(after: secret, .chacha20Poly1305, .one)
        #expect(next == bytes("1223504755036d556342ee9361d253421a826c9ecdf3c7148684b36b714881f9"))
        let packet = bytes("4cfe4189655e5cd55c41f69080575d7999c25a5bfb")
        let opener = try #require(QUICPacketOpener(keys))
        #expect(opener.opened(packet, numberAt: 1, expected: 654_360_564) == [1])
        #expect(opener.opened(packet, numberAt: 1) == nil)
        let updated = try #require(next.flatMap { keys.updated(.one, secret: $0) })
        #expect(updated.mask == keys.mask && updated.key != keys.key)
    }

    @Test(arguments: QUICPacketAlgorithm.allCases)
    func `a packet opens with each algorithm, and only whole`(_ algorithm: QUICPacketAlgorithm) throws {
        let secret = [UInt8](repeating: 5, count: algorithm.hash.length)
        for version in [QUICVersion.one, .two] {
            let keys = try #require(QUICPacketKeys(algorithm, version, secret: secret))
            let opener = try #require(QUICPacketOpener(keys))
            let text = (0..<40).map { UInt8($0) }
            let packet = SealedPacket.short([9, 9, 9], number: 70_000, text, keys)
            #expect(opener.opened(packet, numberAt: 4, expected: 69_990) == text)
            for place in packet.indices {
                var broken = packet
                broken[place] ^= 1
                #expect(opener.opened(broken, numberAt: 4, expected: 69_990) == nil)
            }
            for length in packet.indices {
                #expect(opener.opened(Array(packet.prefix(length)), numberAt: 4, expected: 69_990) == nil)
            }
        }
    }

    private func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
    }
}

extension QUICPacketOpener {
    /// The content of a packet; nil if it does not open.
    func opened(_ packet: [UInt8], numberAt offset: Int, expected: UInt64 = 0) -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: packet.count)
        let span = packet.span.bytes
        guard let header = unmask(span, numberAt: offset) else { return nil }
        let number = QUICPacketNumber.decode(header.carried, bytes: header.numberBytes, expected: expected)
        return open(span, header, numberAt: offset, number: number, into: &room).map { Array(room[..<$0]) }
    }
}
