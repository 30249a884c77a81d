import LinuxIO
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct MergedDatagramTests {
    private static func socket() throws -> DatagramSocket {
        try DatagramSocket(SocketAddress(host: .loopback4, port: 0))
    }

    /// Everything that comes within a second, as separate datagrams.
    private static func received(
        _ count: Int,
        at socket: borrowing DatagramSocket
    ) throws -> [[UInt8]] {
        var datagrams: [[UInt8]] = []
        var buffer = [UInt8](repeating: 0, count: 65_535)
        while datagrams.count < count {
            guard Readiness.wait(for: [socket.raw], milliseconds: 1_000) == [true] else { break }
            guard let (bytes, each, _) = try socket.receive(into: &buffer) else { break }
            for start in stride(from: 0, to: max(bytes, 1), by: max(each, 1)) {
                datagrams.append(Array(buffer[start..<min(start + each, bytes)]))
            }
        }
        return datagrams
    }

    @Test(arguments: [true, false])
    func `datagrams that are sent at once arrive one by one`(_ merges: Bool) throws {
        let sender = try Self.socket()
        let receiver = try Self.socket()
        let isMerging = merges && receiver.mergeReceived()
        #expect(isMerging == merges)
        let datagrams = [UInt8(1), 2, 3].map { Array(repeating: $0, count: 1_200) } + [[4, 4]]
        try sender.send(datagrams.flatMap(\.self), each: 1_200, to: receiver.address)
        let received = try Self.received(4, at: receiver)
        #expect(received == datagrams)
    }

    @Test func `one datagram and an empty one are what they are`() throws {
        let sender = try Self.socket()
        let receiver = try Self.socket()
        let isMerging = receiver.mergeReceived()
        #expect(isMerging)
        try sender.send([9, 9], each: 1_200, to: receiver.address)
        try sender.send([], each: 1_200, to: receiver.address)
        let received = try Self.received(2, at: receiver)
        #expect(received == [[9, 9], []])
    }
}
