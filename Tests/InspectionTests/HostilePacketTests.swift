import Inspection
import Testing
import Wire

struct HostilePacketTests {
    private func connection() -> PacketBuilder {
        var builder = PacketBuilder()
        builder.handshake()
        let request = bytes("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
        let response = bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n0123\r\n0\r\n\r\n")
        for index in 0..<3 {
            builder.send(.client, at: index * request.count, request)
            builder.send(.server, at: index * response.count, response.prefix(50))
            builder.send(.server, at: index * response.count + 50, response.dropFirst(50))
        }
        builder.close(up: 3 * request.count, down: 3 * response.count)
        return builder
    }

    @Test func `inspects damaged, reordered, repeated and dropped packets to the end`() {
        var state: UInt64 = 47
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for _ in 0..<3000 {
            var builder = connection()
            for _ in 0...random(6) {
                let index = random(builder.packets.count)
                switch random(4) {
                case 0: builder.packets.append(builder.packets[index])
                case 1: builder.packets.remove(at: index)
                case 2: builder.packets.swapAt(index, random(builder.packets.count))
                default:
                    let bit = random(builder.packets[index].bytes.count * 8)
                    builder.packets[index].bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                }
            }
            let inspection = builder.inspect()
            #expect(inspection.packets == builder.packets.count)
            let wire = inspection.flows.reduce(0) { $0 + $1.up.wireBytes + $1.down.wireBytes }
            let counted = inspection.exchanges.reduce(0) { $0 + $1.wireUpBytes + $1.wireDownBytes }
            #expect(counted <= wire)
        }
    }

    @Test func `a response to an abandoned request has no method`() {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, bytes("GET /a"))
        // A response that cannot be parsed further ends the exchange.
        let broken = bytes("HTTP/1.1 200 OK\r\n" + String(repeating: "x", count: 70_000) + "\r\n\r\n")
        builder.send(.server, at: 0, broken.prefix(40_000))
        builder.send(.server, at: 40_000, broken.dropFirst(40_000))
        builder.send(.client, at: 6, bytes("\r\n"))
        builder.send(.server, at: broken.count, Sample.response)
        let inspection = builder.inspect()
        #expect(inspection.exchanges.map(\.status) == [200])
        #expect(inspection.exchanges.map(\.method) == [nil])
    }

    @Test func `abandoning a request after its response loses nothing else`() {
        var builder = PacketBuilder()
        let head = bytes("HTTP/1.1 200 OK\r\n")
        builder.send(.client, at: 0, bytes("GET /a HT"))
        builder.send(.server, at: 0, head, flags: .fin)
        builder.send(.client, at: 9, flags: .fin)
        builder.send(.server, at: head.count, Sample.response)
        let inspection = builder.inspect()
        #expect(inspection.exchanges.map(\.status) == [200])
        #expect(inspection.exchanges.map(\.bodyBytes) == [10])
    }

    @Test(.timeLimit(.minutes(1)))
    func `gaps of a gibibyte cost no more than small ones`() {
        var builder = PacketBuilder()
        let head = bytes("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n")
        for port in 1...500 {
            builder.clientPort = UInt16(port)
            builder.send(.client, at: 0, Sample.request)
            builder.send(.server, at: 0, head)
            builder.send(.server, at: 1 << 30 - 1, [0])
        }
        let inspection = builder.inspect()
        #expect(inspection.exchanges.map(\.isComplete) == Array(repeating: false, count: 500))
        #expect(inspection.exchanges.allSatisfy { $0.bodyBytes == 1 << 30 - head.count })
    }
}
