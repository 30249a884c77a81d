import Testing
import Wire

struct CaptureFileDecoderTests {
    private static let orders: [ByteOrder] = [.little, .big]

    /// Two interfaces, every kind of packet block, an unknown block.
    private func mixed(_ order: ByteOrder) -> [UInt8] {
        var file = HandMadeCapture(order)
        file.section()
        file.interface(1, snap: 4)
        file.interface(
            101,
            options: file.option(2, Array("lo".utf8)) + file.option(9, [9]) + file.option(14, file.u64(100))
        )
        file.packet([1, 2, 3], units: 5_000_001)
        file.block(0x0BAD, [1, 2, 3, 4])
        file.packet([9], interface: 1, units: 7, original: 1500)
        file.block(3, file.u32(6) + [1, 2, 3, 4, 5, 6, 0, 0])
        let old = file.u16(1) + file.u16(0) + file.u32(0) + file.u32(8) + file.u32(2) + file.u32(2)
        file.block(2, old + [7, 8, 0, 0])
        return file.bytes
    }

    @Test(arguments: orders)
    func `every packet block is parsed in both byte orders`(_ order: ByteOrder) {
        let decoded = DecodedCapture(mixed(order))
        #expect(decoded.findings.isEmpty)
        #expect(decoded.format == .pcapng)
        #expect(decoded.packets.map(\.bytes) == [[1, 2, 3], [9], [1, 2, 3, 4], [7, 8]])
        #expect(
            decoded.packets.map(\.header.stamp)
                == [5_000_001_000, 100_000_000_007, 100_000_000_007, 100_000_000_008]
        )
        #expect(decoded.packets.map(\.header.originalLength) == [3, 1500, 6, 2])
        #expect(decoded.packets.map(\.header.linkType) == [.ethernet, .rawIP, .ethernet, .rawIP])
        #expect(decoded.interfaces.last?.name == "lo")
    }

    @Test(arguments: [1, 2, 3, 5, 7, 11, 13, 64])
    func `chunks of any size give the same packets`(_ chunk: Int) {
        for order in Self.orders {
            #expect(DecodedCapture(mixed(order), chunk: chunk) == DecodedCapture(mixed(order)))
        }
    }

    @Test func `a section in the other byte order may follow`() {
        let decoded = DecodedCapture(mixed(.little) + mixed(.big))
        #expect(decoded.findings.isEmpty)
        #expect(decoded.packets.count == 8)
        #expect(decoded.interfaces.count == 2)
    }

    @Test(arguments: orders, [TimestampResolution.microseconds, .nanoseconds])
    func `classic pcap is recognised by its four magic numbers`(
        _ order: ByteOrder,
        _ resolution: TimestampResolution
    ) {
        var file = HandMadeCapture(order)
        file.bytes += file.u32(resolution == .nanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4)
        file.bytes += file.u16(2) + file.u16(4) + file.u64(0) + file.u32(65_535) + file.u32(0x5000_0001)
        file.bytes += file.u32(3) + file.u32(42) + file.u32(2) + file.u32(60) + [1, 2]
        file.bytes += file.u32(4) + file.u32(0) + file.u32(0) + file.u32(0)
        for chunk in [1, 3, 24, 25, 1000] {
            let decoded = DecodedCapture(file.bytes, chunk: chunk)
            #expect(decoded.findings.isEmpty)
            #expect(decoded.packets.map(\.bytes) == [[1, 2], []])
            #expect(
                decoded.packets.map(\.header.stamp)
                    == [3_000_000_000 + (resolution == .nanoseconds ? 42 : 42_000), 4_000_000_000]
            )
            #expect(decoded.packets.first?.header.originalLength == 60)
            #expect(decoded.packets.first?.header.linkType == .ethernet)
        }
    }

    @Test(arguments: orders)
    func `a file truncated anywhere gives its complete packets and at most one finding`(_ order: ByteOrder) {
        let whole = mixed(order)
        let packets = DecodedCapture(whole).packets
        for length in 0..<whole.count {
            let decoded = DecodedCapture(Array(whole[..<length]), chunk: 17)
            #expect(decoded.packets == Array(packets.prefix(decoded.packets.count)))
            #expect(decoded.findings.count <= 1)
        }
    }

    @Test func `flipped bits never crash the reader`() {
        var random = MutationRandom(state: 47)
        for round in 0..<4000 {
            var file = mixed(round & 1 == 0 ? .little : .big)
            for _ in 0...Int(random.next() % 4) {
                let bit = Int(random.next() % UInt64(file.count * 8))
                file[bit / 8] ^= 1 << UInt8(bit % 8)
            }
            let decoded = DecodedCapture(file, chunk: 1 + Int(random.next() % 200))
            // A packet is never longer than the file that held it.
            #expect(decoded.packets.allSatisfy { $0.bytes.count <= file.count })
        }
    }

    @Test(
        arguments: [
            ([], .empty), ([1], .tooShort), ([0x0A, 0x0D], .tooShort), ([1, 2, 3, 4, 5], .unknownFormat),
            ([0x1F, 0x8B, 8, 0], .unknownFormat),
        ] as [([UInt8], CaptureFileFault)]
    )
    func `a file that is not a capture is rejected with the reason`(
        _ file: [UInt8],
        _ fault: CaptureFileFault
    ) {
        let decoded = DecodedCapture(file)
        #expect(decoded.format == nil)
        #expect(decoded.findings == [CaptureFileFinding(fault)])
    }

    @Test(arguments: [4, 32 << 20] as [UInt64])
    func `a file with a faulty block reads the same byte by byte`(_ length: UInt64) {
        #expect(DecodedCapture([1, 2, 3, 4], chunk: 1) == DecodedCapture([1, 2, 3, 4]))
        var file = HandMadeCapture(.little)
        file.section()
        file.block(0x99, [], length: length)
        #expect(DecodedCapture(file.bytes, chunk: 1) == DecodedCapture(file.bytes))
    }

    @Test(arguments: [0, 4, 11, 13, 30])
    func `an impossible block length stops the reader`(_ length: UInt64) {
        var file = HandMadeCapture(.little)
        file.section()
        file.interface(1)
        file.block(6, [], length: length)
        file.packet([1], units: 1)
        let decoded = DecodedCapture(file.bytes)
        #expect(decoded.packets.isEmpty)
        #expect(decoded.findings.map(\.block) == [3])
    }

    @Test func `an oversized block is skipped`() {
        var file = HandMadeCapture(.big)
        file.section()
        file.interface(1)
        file.block(0x99, [UInt8](repeating: 0, count: CaptureFileDecoder.longestBlock))
        file.packet([5], units: 1)
        for chunk in [4096, 65_537, .max] {
            let decoded = DecodedCapture(file.bytes, chunk: chunk)
            #expect(decoded.packets.map(\.bytes) == [[5]])
            #expect(decoded.findings.map(\.block) == [3])
        }
    }

    @Test func `a packet of an undescribed interface is counted and reported`() {
        var file = HandMadeCapture(.little)
        file.section()
        file.interface(1)
        file.packet([1], interface: 1, units: 1)
        file.packet([2], units: 2)
        let decoded = DecodedCapture(file.bytes)
        #expect(decoded.packets.map(\.header.number) == [2])
        #expect(decoded.findings.map(\.packet) == [1])
    }

    @Test func `contradictory lengths are findings`() {
        var file = HandMadeCapture(.little)
        file.section()
        file.interface(1)
        let body = file.u32(0) + file.u64(0) + file.u32(500) + file.u32(500) + [1, 2, 3, 4]
        file.block(6, body)
        file.bytes += file.u32(0x77) + file.u32(12) + file.u32(16)
        let decoded = DecodedCapture(file.bytes)
        #expect(decoded.packets.map(\.bytes) == [[1, 2, 3, 4]])
        #expect(decoded.findings.map(\.block) == [3, 4])
    }

    @Test func `timestamps out of range are reported once`() {
        var file = HandMadeCapture(.little)
        file.section()
        file.interface(1)
        file.packet([1], units: 7)
        for _ in 0..<3 { file.packet([2], units: .max) }
        let decoded = DecodedCapture(file.bytes)
        #expect(decoded.packets.map(\.header.stamp) == [7000, 7000, 7000, 7000])
        #expect(decoded.findings.map(\.packet) == [2])
    }

    @Test func `a timestamp before 1970 is reported and replaced by the previous one`() {
        var file = HandMadeCapture(.little)
        file.section()
        let wayBack = file.option(9, [9]) + file.option(14, file.u64(UInt64(bitPattern: -9_000_000_000)))
        file.interface(1, options: file.option(9, [9]))
        file.interface(1, options: wayBack)
        file.packet([1], units: UInt64(Int64.max))
        file.packet([2], interface: 1, units: 0)
        let decoded = DecodedCapture(file.bytes)
        #expect(decoded.packets.map(\.header.stamp) == [.max, .max])
        #expect(decoded.findings.map(\.packet) == [2])
    }

    @Test func `findings beyond the limit are only counted`() {
        var findings = CaptureFileFindings()
        for number in 0..<CaptureFileFindings.most + 5 {
            findings.add(CaptureFileFinding(packet: number, .stamp))
        }
        #expect(findings.kept.count == CaptureFileFindings.most)
        #expect(findings.leftOut == 5)
    }

    @Test(arguments: [ByteOrder.little, .big])
    func `names and secrets are delivered, secrets before the packets after them`(_ order: ByteOrder) {
        var file = HandMadeCapture(order)
        file.section()
        file.interface(101)
        file.packet([1], units: 1)
        let v4 = file.u16(1) + file.u16(9) + file.padded([198, 18, 0, 2] + Array("host\0".utf8))
        let v6 =
            file.u16(2) + file.u16(18) + file.padded([UInt8](repeating: 1, count: 16) + Array("h\0".utf8))
        file.block(4, v4 + v6 + file.u32(0))
        file.block(10, file.u32(0x544C_534B) + file.u32(3) + file.padded(Array("key".utf8)))
        // A block that claims more than it has.
        file.block(10, file.u32(0x544C_534B) + file.u32(30) + file.u32(0))
        file.packet([2], units: 2)
        var decoder = CaptureFileDecoder()
        var seen: [String] = []
        decoder.receive(file.bytes.span.bytes) {
            seen.append("\($0.kind == CaptureSecrets.tlsKeyLog) \($0.bytes.count)")
        } packet: { header, _ in
            seen.append("packet \(header.number)")
        }
        #expect(seen == ["packet 1", "true 3", "packet 2"])
        #expect(decoder.names[.v4(0xC612_0002)] == "host")
        #expect(decoder.names[.v6(high: 0x0101_0101_0101_0101, low: 0x0101_0101_0101_0101)] == "h")
        #expect(decoder.findings.kept.count == 1)
    }
}

/// A small generator for mutations, the same every time.
struct MutationRandom {
    var state: UInt64

    mutating func next() -> UInt64 {
        defer { state &+= SplitMix.step }
        return SplitMix.mixed(state)
    }
}
