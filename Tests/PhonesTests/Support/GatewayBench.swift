import Glibc
import LinuxIO
import Phones
import TestSupport
import Testing
import Wire
import WireGuard

@testable import struct LinuxIO.PacketPort

/// A gateway with one phone in its book, and the far side of the gateway's interface: a local socket.
final class GatewayBench {
    let gateway: PhoneGateway
    let phone: Phone
    let key: TunnelPublicKey
    let port: UInt16
    let clock = RunClock()
    private let far: OwnedDescriptor

    init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue)
        try systemCall("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
        far = OwnedDescriptor(owning: ends[1])
        let near = PacketPort(descriptor: OwnedDescriptor(owning: ends[0]), headerBytes: 0)
        var book = try PhoneBook(in: BookFolder().folder)
        phone = try book.phone(named: try PhoneName("anna"))
        key = book.key.publicKey
        let sockets = try PhoneSockets(port: 0)
        port = sockets.port
        gateway = try PhoneGateway(book.phones, key: book.key, at: sockets, near, clock: clock)
        try gateway.start()
    }

    /// The next packet that came out of the tunnel; nil if none comes in time.
    func received(within time: Nanoseconds = 10_000_000_000) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 2_000)
        Readiness.wait(for: [far.raw], atMost: time)
        let count = read(far.raw, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes[..<count])
    }

    func send(_ packet: [UInt8]) {
        _ = write(far.raw, packet, packet.count)
    }

    /// The news up to the one that `isLast`; empty if it does not come within 10 s.
    func news(until isLast: (GatewayNews) -> Bool) -> [GatewayNews] {
        var news: [GatewayNews] = []
        let end = clock.now() + 10_000_000_000
        while clock.now() < end {
            Readiness.wait(for: [gateway.raw], atMost: end - clock.now())
            news += gateway.takeNews()
            if news.contains(where: isLast) { return news }
        }
        return []
    }
}
