import LinkModel
import Testing
import Wire

@Suite(.timeLimit(.minutes(3)))
struct FlowNumberingTests {
    private func identity(_ direction: LinkDirection, _ flow: UInt32, _ number: UInt32) -> PacketIdentity {
        PacketIdentity(direction: direction, flow: flow, number: number)
    }

    /// A numbering with reference semantics, since expectations cannot call mutating methods.
    private final class Line {
        private var flows = FlowNumbering()

        func up(_ port: UInt16, _ flags: TCPHeader.Flags, sequence: UInt32 = 0) -> PacketIdentity {
            see(PacketBytes.tcp(from: port, to: 80, flags, sequence: sequence), .up)
        }

        func down(_ port: UInt16, _ flags: TCPHeader.Flags) -> PacketIdentity {
            see(PacketBytes.tcp(from: 80, to: port, flags), .down)
        }

        func see(_ packet: [UInt8], _ direction: LinkDirection) -> PacketIdentity {
            flows.read(packet.span.bytes, direction).identity
        }
    }

    @Test func `connections count from one, and packets from zero in each direction`() {
        let line = Line()
        #expect(line.up(5000, .syn, sequence: 9) == identity(.up, 1, 0))
        #expect(line.down(5000, [.syn, .ack]) == identity(.down, 1, 0))
        #expect(line.up(5000, .ack) == identity(.up, 1, 1))
        #expect(line.up(5001, .syn, sequence: 77) == identity(.up, 2, 0))
        #expect(line.up(5000, [.ack, .psh]) == identity(.up, 1, 2))
        #expect(line.down(5001, [.syn, .ack]) == identity(.down, 2, 0))
        #expect(line.down(5000, .ack) == identity(.down, 1, 1))
    }

    @Test func `connections of two clients from one port are two, by either version of IP`() {
        let line = Line()
        let first = PacketBytes.tcp(from: 5000, to: 80, .syn, sequence: 9)
        var second = first
        second[15] = 77
        let segment = first.dropFirst(20)
        let ends = IPAddress.v6(high: 1, low: 2).octets + IPAddress.v6(high: 3, low: 4).octets
        let third = [0x60, 0, 0, 0, 0, UInt8(segment.count), 6, 64] + ends + segment
        #expect(line.see(first, .up) == identity(.up, 1, 0))
        #expect(line.see(second, .up) == identity(.up, 2, 0))
        #expect(line.see(third, .up) == identity(.up, 3, 0))
        #expect(line.see(first, .up) == identity(.up, 1, 1))
        let answer = PacketBytes.tcp(from: 80, to: 5000, [.syn, .ack])
        #expect(line.see(answer, .down) == identity(.down, 1, 0))
    }

    @Test func `a retransmitted SYN keeps its connection's number`() {
        let line = Line()
        #expect(line.up(5000, .syn, sequence: 9) == identity(.up, 1, 0))
        #expect(line.up(5000, .syn, sequence: 9) == identity(.up, 1, 1))
        #expect(line.up(5001, .syn, sequence: 9) == identity(.up, 2, 0))
    }

    @Test func `a reused port is a new connection`() {
        let line = Line()
        _ = line.up(5000, .syn, sequence: 9)
        _ = line.up(5000, [.fin, .ack], sequence: 500)
        #expect(line.up(5000, .syn, sequence: 10) == identity(.up, 2, 0))
        #expect(line.down(5000, [.syn, .ack]) == identity(.down, 2, 0))
    }

    @Test func `a SYN from the origin opens no connection`() {
        let line = Line()
        #expect(line.down(5000, .syn) == identity(.down, 0, 0))
        #expect(line.up(5000, [.syn, .ack]) == identity(.up, 0, 0))
    }

    @Test func `packets outside of known TCP connections are counted as flow 0`() {
        let line = Line()
        let udp = PacketBytes.ip(IPv4Header.udp, [UInt8](repeating: 1, count: 20))
        let later = PacketBytes.ip(IPv4Header.tcp, [UInt8](repeating: 1, count: 40), fragmentOffset: 8)
        #expect(line.see(udp, .up) == identity(.up, 0, 0))
        #expect(line.see(later, .up) == identity(.up, 0, 1))
        #expect(line.see(udp, .down) == identity(.down, 0, 0))
        #expect(line.up(5000, .ack) == identity(.up, 0, 2))
        #expect(line.up(5000, .syn, sequence: 1) == identity(.up, 1, 0))
    }

    @Test func `a packet truncated at any byte still gets an identity`() {
        let whole = PacketBytes.tcp(from: 5000, to: 80, .syn, sequence: 7)
        for length in 0..<whole.count {
            let line = Line()
            #expect(line.see(Array(whole[..<length]), .up) == identity(.up, 0, 0))
        }
    }
}
