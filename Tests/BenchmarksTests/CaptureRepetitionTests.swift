import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Benchmarks

@Suite struct CaptureRepetitionTests {
    private static let client: UInt32 = 0xC612_0001
    private static let origin: UInt32 = 0xC612_0002

    /// A TCP segment with correct checksums.
    private static func segment(from source: UInt32, to destination: UInt32, link: Int) -> [UInt8] {
        var ip: [UInt8] = [0x45, 0, 0, 45, 0, 1, 0x40, 0, 64, 6, 0, 0]
        ip += bytes(source) + bytes(destination)
        var tcp: [UInt8] = [0x9C, 0x40, 0, 80, 0, 0, 0, 7, 0, 0, 0, 9, 0x50, 0x18, 0xFA, 0xF0, 0, 0, 0, 0]
        tcp += Array("hello".utf8)
        put(~sum(ip), at: 10, &ip)
        put(~sum(Array(ip[12..<20]) + [0, 6, 0, UInt8(tcp.count)] + tcp), at: 16, &tcp)
        return [UInt8](repeating: 0, count: link) + ip + tcp
    }

    private static func bytes(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }

    private static func put(_ value: UInt16, at place: Int, _ bytes: inout [UInt8]) {
        bytes[place] = UInt8(value >> 8)
        bytes[place + 1] = UInt8(truncatingIfNeeded: value)
    }

    /// Sum of the words with end-around carry (RFC 1071): all ones over a correct checksum.
    private static func sum(_ bytes: [UInt8]) -> UInt16 {
        let padded = bytes + (bytes.count % 2 == 0 ? [] : [0])
        var sum = stride(from: 0, to: padded.count, by: 2).reduce(UInt32(0)) {
            $0 + UInt32(padded[$1]) << 8 + UInt32(padded[$1 + 1])
        }
        while sum > 0xFFFF { sum = sum & 0xFFFF + sum >> 16 }
        return UInt16(sum)
    }

    private static func isRight(_ packet: [UInt8], link: Int) -> Bool {
        let ip = Array(packet[link..<link + 20])
        let tcp = Array(packet[(link + 20)...])
        return sum(ip) == 0xFFFF
            && sum(Array(ip[12..<20]) + [0, 6, 0, UInt8(tcp.count)] + tcp) == 0xFFFF
    }

    @Test(arguments: [0, 14], [0, 1, 249])
    func `moves a packet to another client and keeps its checksums valid`(_ link: Int, _ copy: Int) throws {
        let other = Self.client + UInt32(copy) << 8
        for (source, destination) in [(Self.client, Self.origin), (Self.origin, Self.client)] {
            var packet = Self.segment(from: source, to: destination, link: link)
            CaptureRepetition.move(&packet, at: link, to: copy)
            let read = IPv4Header(packet.span.bytes, at: link)
            let header = try #require(read)
            #expect(header.source == (source == Self.client ? other : source))
            #expect(header.destination == (destination == Self.client ? other : destination))
            #expect(Self.isRight(packet, link: link))
        }
    }

    @Test func `leaves foreign and truncated packets unchanged`() {
        let foreign = Self.segment(from: 0x0A00_0001, to: Self.origin, link: 0)
        for var packet in [foreign, Array(foreign.prefix(19)), []] {
            let before = packet
            CaptureRepetition.move(&packet, at: 0, to: 3)
            #expect(packet == before)
        }
        // Only the IP header remains.
        var short = Array(Self.segment(from: Self.client, to: Self.origin, link: 0).prefix(30))
        CaptureRepetition.move(&short, at: 0, to: 3)
        #expect(Self.sum(Array(short.prefix(20))) == 0xFFFF)
    }

    @Test func `writes the capture several times, each copy after the previous one`() throws {
        let folder = try ScratchFolder()
        var encoder = PcapngEncoder()
        encoder.appendSectionHeader()
        encoder.appendInterface(linkType: .rawIP, snapLength: 65_535)
        for stamp: Int64 in [5_000_000_000, 5_000_000_300] {
            encoder.appendPacket(
                Self.segment(from: Self.client, to: Self.origin, link: 0).span.bytes,
                stamp: stamp,
                originalLength: 45
            )
        }
        try WholeFile.write(folder.file("one.pcapng"), encoder.bytes)
        try CaptureRepetition(path: folder.file("one.pcapng"), copies: 3).write(folder.file("three.pcapng"))
        var decoder = CaptureFileDecoder()
        var seen: [(stamp: Int64, source: UInt32)] = []
        let all = try WholeFile.read(folder.file("three.pcapng"), limit: 1 << 20)
        decoder.receive(all.span.bytes, secrets: { _ in }) { packet, bytes in
            seen.append((packet.stamp, IPv4Header(bytes)?.source ?? 0))
        }
        #expect(
            seen.map(\.stamp) == [
                5_000_000_000, 5_000_000_300, 6_000_000_300, 6_000_000_600, 7_000_000_600, 7_000_000_900,
            ]
        )
        #expect(seen.map(\.source) == [0, 0, 1, 1, 2, 2].map { Self.client + $0 << 8 })
    }
}
