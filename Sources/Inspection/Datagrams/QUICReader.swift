import TLS
import Wire

/// Reads the beginning of a QUIC connection. Anyone can decrypt both ends' first packets: they show the host
/// that the client asks for, what it offers, and what the server chose. It belongs to one flow.
final class QUICReader {
    /// Most packets examined: a greeting takes one or two, lost ones come again.
    private static let mostPackets = 32

    /// One end's part of the handshake.
    private struct Side {
        var keys: QUICInitialKeys?
        var stream = QUICHandshakeStream()
        /// Position in `stream` at which the next message begins.
        var place = 0
    }

    private(set) var version: QUICVersion?
    /// The client's first message, once it is whole.
    private(set) var hello: TLSClientHello?
    /// The reader does not know the two endpoints; nil before a packet was decrypted.
    private(set) var handshake: CaptureHandshake?
    private var client = Side()
    private var server = Side()
    /// True if the client sent the flow's first datagram; nil until one of the client's packets was
    /// decrypted.
    private var isFirstClient: Bool?
    private var packets = 0
    private var hasChoice = false

    /// Nothing more can be learnt.
    var isDone: Bool { hasChoice || packets >= Self.mostPackets }

    /// Takes a datagram, `isFirst` if it goes in the direction of the flow's first one. Returns true if it is
    /// the client's and was decrypted.
    func receive(_ datagram: RawSpan, isFirst: Bool, _ arrival: Arrival) -> Bool {
        var rest = datagram
        var isClient = false
        while !isDone, let header = QUICLongHeader(rest), header.length > 0 {
            if header.isInitial {
                packets += 1
                version = header.version
                if isFirstClient == !isFirst {
                    openServers(rest, header, arrival)
                } else if openClients(rest, header, arrival) {
                    isFirstClient = isFirst
                    isClient = true
                }
            }
            rest = rest.extracting(min(header.length, rest.byteCount)..<rest.byteCount)
        }
        if isDone { (client, server) = (Side(), Side()) }
        return isClient
    }

    /// Uses the keys that decrypted an earlier packet, else the packet's own identifier: it changes with a
    /// retry, and with a new client on the same ports.
    private func openClients(_ packet: RawSpan, _ header: QUICLongHeader, _ arrival: Arrival) -> Bool {
        var content = client.keys?.open(packet, header)
        if content == nil,
            let own = QUICInitialKeys(header.version, identifier: header.destination, .client)
        {
            content = own.open(packet, header)
            if content != nil {
                client = Side(keys: own)
                server = Side(
                    keys: QUICInitialKeys(header.version, identifier: header.destination, .server)
                )
            }
        }
        guard let content else { return false }
        if handshake == nil { begin(header.version, arrival) }
        read(content.span.bytes, isFromClient: true, arrival)
        return true
    }

    private func openServers(_ packet: RawSpan, _ header: QUICLongHeader, _ arrival: Arrival) {
        guard let content = server.keys?.open(packet, header) else { return }
        read(content.span.bytes, isFromClient: false, arrival)
    }

    private func begin(_ version: QUICVersion, _ arrival: Arrival) {
        let nobody = Endpoint(address: .v4(0), port: 0)
        handshake = CaptureHandshake(
            connection: .quic(0),
            client: nobody,
            server: nobody,
            start: arrival.stamp
        )
        handshake?.quic = version
    }

    private func read(_ content: RawSpan, isFromClient: Bool, _ arrival: Arrival) {
        var side = isFromClient ? client : server
        for frame in QUICFrames.crypto(content) { side.stream.add(frame, of: content) }
        while side.stream.next(&side.place, { take($0, $1, isFromClient: isFromClient, arrival) }) != nil {}
        if isFromClient { client = side } else { server = side }
    }

    private func take(_ type: TLSHandshakeType, _ body: RawSpan, isFromClient: Bool, _ arrival: Arrival) {
        add(step: type.description, isFromClient: isFromClient, arrival, bytes: body.byteCount)
        switch type {
        case .clientHello where isFromClient && hello == nil:
            hello = TLSClientHello(body)
            handshake?.offer = hello
            if hello?.offersEarlyData == true { handshake?.earlyData = .offered }
        case .serverHello where !isFromClient:
            if let choice = TLSServerHello(body) { take(choice) }
        default: break
        }
    }

    private func take(_ choice: TLSServerHello) {
        handshake?.version = choice.version
        handshake?.cipherSuite = choice.cipherSuite
        handshake?.group = choice.group ?? handshake?.group
        if choice.isRetry {
            handshake?.hasRetry = true
            let last = (handshake?.steps.count ?? 0) - 1
            if last >= 0 { handshake?.steps[last].name = "Hello Retry Request" }
            return
        }
        if choice.acceptsPreSharedKey { handshake?.resumption = .preSharedKey }
        hasChoice = true
    }

    private func add(step name: String, isFromClient: Bool, _ arrival: Arrival, bytes: Int) {
        guard let count = handshake?.steps.count, count < CaptureHandshake.mostSteps else { return }
        handshake?.steps.append(
            HandshakeStep(
                name: name,
                isFromClient: isFromClient,
                stamp: arrival.stamp,
                packet: arrival.packet,
                bytes: bytes
            )
        )
    }
}
