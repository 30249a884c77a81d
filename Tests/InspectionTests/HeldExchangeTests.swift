import Compression
import HTTP
import HTTP2
import Inspection
import Testing
import Wire

/// Exchanges that never end, and what they may take.
struct HeldExchangeTests {
    private static let most = 1 << 20

    /// The inspector has the least memory: a mebibyte for exchanges that have not ended.
    private func inspect(_ packets: [PacketBuilder.Packet]) -> CaptureInspection {
        var inspector = CaptureInspector(limits: InspectionLimits(memory: 0))
        for packet in packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
        return inspector.finish()
    }

    private func givenUp(_ inspection: CaptureInspection) -> Int {
        for case .unanswered(let count, _, Self.most) in inspection.findings.kept.map(\.fault) {
            return count
        }
        return 0
    }

    /// In segments of a thousand bytes, from this offset on.
    private func send(
        _ from: PacketBuilder.From,
        _ bytes: [UInt8],
        at offset: Int = 0,
        in builder: inout PacketBuilder
    ) {
        for start in stride(from: 0, to: bytes.count, by: 1000) {
            builder.send(from, at: offset + start, Array(bytes[start...].prefix(1000)))
        }
    }

    private func request(_ number: Int) -> [UInt8] { bytes("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n") }

    @Test func `unanswered requests beyond the limit are dropped oldest first, and listed`() {
        var builder = PacketBuilder()
        builder.handshake()
        var sent = 0
        for number in 0..<10_000 {
            builder.send(.client, at: sent, request(number))
            sent += request(number).count
        }
        let inspection = inspect(builder.packets)
        #expect(inspection.exchanges.count == 10_000)
        #expect(inspection.exchanges.map(\.target).prefix(3) == ["/0", "/1", "/2"])
        #expect(inspection.exchanges.allSatisfy { $0.status == nil })
        let givenUp = givenUp(inspection)
        // A mebibyte holds a thousand or two.
        #expect(givenUp > 7000 && givenUp < 10_000)
        #expect(inspection.flows.first?.exchanges == 10_000)
    }

    @Test func `responses to dropped requests are not paired with others`() {
        var builder = PacketBuilder()
        builder.handshake()
        let count = 4000
        send(.client, (0..<count).flatMap(request), in: &builder)
        var received = 0
        for number in 0..<count {
            let answer = bytes("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\(number + 1000)")
            builder.send(.server, at: received, answer)
            received += answer.count
        }
        let inspection = inspect(builder.packets)
        let givenUp = givenUp(inspection)
        #expect(givenUp > 1000 && givenUp < count)
        let exchanges = Array(inspection.exchanges).sorted { $0.order < $1.order }
        #expect(exchanges.map(\.order) == Array(0..<count))
        #expect(exchanges.prefix(givenUp).allSatisfy { $0.status == nil })
        #expect(exchanges.dropFirst(givenUp).allSatisfy { $0.status == 200 && $0.isComplete })
    }

    @Test func `a response in progress is dropped with what had arrived`() {
        var builder = PacketBuilder()
        builder.handshake()
        let head = bytes("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
        builder.send(.client, at: 0, request(1000))
        builder.send(.server, at: 0, head + bytes("01234"))
        let requests = (1001..<5000).flatMap(request)
        send(.client, requests, at: request(1000).count, in: &builder)
        builder.send(.server, at: head.count + 5, bytes("56789"))
        let exchanges = Array(inspect(builder.packets).exchanges)
        #expect(exchanges.first?.status == 200 && exchanges.first?.isComplete == false)
        #expect(exchanges.dropFirst().allSatisfy { $0.status == nil })
    }

    @Test func `a quiet connection is spared when another holds too much`() {
        var builder = PacketBuilder()
        builder.clientPort = 50_000
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.clientPort = 40_000
        builder.handshake()
        send(.client, (0..<5000).flatMap(request), in: &builder)
        builder.clientPort = 50_000
        builder.send(.server, at: 0, Sample.response)
        let inspection = inspect(builder.packets)
        #expect(givenUp(inspection) > 0)
        #expect(inspection.exchanges.first { $0.client.port == 50_000 }?.isComplete == true)
    }

    @Test func `connections with endless headers are closed beyond the memory limit`() {
        var builder = PacketBuilder()
        // Each holds 60,000 bytes of a head without an end.
        for port in 1...40 {
            builder.clientPort = UInt16(1000 + port)
            builder.handshake()
            let head = bytes("GET / HTTP/1.1\r\nX: ") + [UInt8](repeating: 0x61, count: 60_000)
            builder.send(.client, at: 0, head)
        }
        let faults = inspect(builder.packets).findings.kept.map(\.fault)
        let closed = faults.compactMap { fault -> Int? in
            if case .unanswered(_, let connections, _) = fault { connections } else { nil }
        }
        #expect(closed.first ?? 0 >= 20)
    }

    private static func frame(_ kind: UInt8, _ flags: UInt8, _ stream: Int, _ payload: [UInt8]) -> [UInt8] {
        PacketBuilder.number(UInt32(payload.count), 3) + [kind, flags]
            + PacketBuilder.number(UInt32(stream), 4) + payload
    }

    /// GET, http and the path `/`, by the static table.
    private static let block: [UInt8] = [0x82, 0x86, 0x84]
    private static let preface = bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") + frame(4, 0, 0, [])

    @Test(arguments: [false, true])
    func `unanswered streams and pushes beyond the limit are dropped`(_ arePushes: Bool) {
        var builder = PacketBuilder()
        builder.handshake()
        var up = Self.preface + Self.frame(1, 5, 1, Self.block)
        var down = Self.frame(4, 0, 0, [])
        for number in 1..<5000 {
            if arePushes {
                let promised = PacketBuilder.number(UInt32(2 * number), 4)
                down += Self.frame(5, 4, 1, promised + Self.block)
            } else {
                up += Self.frame(1, 5, 2 * number + 1, Self.block)
            }
        }
        send(.client, up, in: &builder)
        send(.server, down, in: &builder)
        // One of the first is long gone, the last is still there.
        let last = arePushes ? 2 * 4999 : 2 * 4999 + 1
        let answers = Self.frame(1, 5, arePushes ? 2 : 3, [0x88]) + Self.frame(1, 5, last, [0x88])
        builder.send(.server, at: down.count, answers)
        let inspection = inspect(builder.packets)
        #expect(inspection.exchanges.count == 5000)
        #expect(givenUp(inspection) > 2500)
        #expect(inspection.exchanges.compactMap { $0.status == nil ? nil : $0.httpStream } == [last])
    }
}
