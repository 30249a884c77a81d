import LinuxIO
import Testing
import Wire
import WireGuard

/// A phone's end of a tunnel, over a UDP socket on loopback.
final class TestPhone {
    private let tunnel: Tunnel
    private var socket: DatagramSocket
    private let gateway: SocketAddress
    private let clock = RunClock()
    private var arrived: [[UInt8]] = []

    init(
        _ key: TunnelKey,
        _ presharedKey: TunnelPresharedKey?,
        at gateway: TunnelPublicKey,
        port: UInt16
    ) throws {
        self.gateway = SocketAddress(host: .loopback4, port: port)
        socket = try DatagramSocket(SocketAddress(host: .loopback4, port: 0))
        tunnel = try Tunnel(key: key, epoch: RunClock.wall() - clock.now().nanoseconds)
        try tunnel.add(
            TunnelPeer(
                publicKey: gateway,
                presharedKey: presharedKey,
                allowedAddresses: [.all4, .all6],
                endpoint: TunnelEndpoint(address: .loopback4, port: port)
            ),
            at: clock.now()
        )
    }

    /// Its datagrams come from another port from now on.
    func move() throws {
        socket = try DatagramSocket(SocketAddress(host: .loopback4, port: 0))
    }

    func send(_ packet: [UInt8]) throws {
        var events: [TunnelEvent] = []
        tunnel.send(packet.span.bytes, at: clock.now(), into: &events)
        try settle(events)
    }

    /// Works on what comes until a packet is there, for at most 10 s.
    func received() throws -> [UInt8]? {
        let end = clock.now() + 10_000_000_000
        while arrived.isEmpty, clock.now() < end {
            try work(atMost: end - clock.now())
        }
        return arrived.isEmpty ? nil : arrived.removeFirst()
    }

    /// Works on the next datagram.
    func work(atMost time: Nanoseconds = 10_000_000_000) throws {
        Readiness.wait(for: [socket.raw], atMost: time)
        guard let (bytes, peer) = try socket.receive(atMost: 2_000) else { return }
        var events: [TunnelEvent] = []
        tunnel.receive(
            bytes.span.bytes,
            from: TunnelEndpoint(address: peer.host, port: peer.port),
            at: clock.now(),
            into: &events
        )
        try settle(events)
    }

    private func settle(_ events: [TunnelEvent]) throws {
        for event in events {
            switch event {
            case .packet(let packet, _): arrived.append(packet)
            case .datagram(let datagram, _): try socket.send(datagram, to: gateway)
            default: break
            }
        }
    }
}
