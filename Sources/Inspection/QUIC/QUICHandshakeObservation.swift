import TLS
import Wire

/// The TLS handshake of one QUIC connection, from the CRYPTO frames of all spaces.
struct QUICHandshakeObservation {
    /// What a message makes known.
    enum Effect {
        case none, offer, choice, protocolChosen, finished
    }

    /// Longest message that is read whole.
    private static let longestMessage = 1 << 17

    /// One stream of messages.
    private struct Incoming {
        var assembly = QUICStreamAssembly()
        var bytes: [UInt8] = []
        var before = Arrival(stamp: .min, packet: 0)
    }

    private(set) var summary: CaptureHandshake
    /// The newest Client Hello and Server Hello.
    private(set) var offer: TLSClientHello?
    private(set) var choice: TLSServerHello?
    private(set) var clientParameters: QUICTransportParameters?
    private(set) var serverParameters: QUICTransportParameters?
    /// By twice the space's number, with one more for the server.
    private var incoming = [Incoming](repeating: Incoming(), count: 2 * QUICSpace.allCases.count)
    private(set) var hasStarted = false
    /// Messages of the handshake so far; looking at this is cheaper than looking at what they said.
    private(set) var messages = 0
    private(set) var hasChoice = false

    init(_ connection: CaptureConnection) {
        let nobody = Endpoint(address: .v4(0), port: 0)
        summary = CaptureHandshake(connection: connection, client: nobody, server: nobody, start: 0)
    }

    var heldBytes: Int { incoming.reduce(0) { $0 + $1.bytes.count + $1.assembly.waitingBytes } }

    /// The protocol agreed on, or until that is known the only one offered.
    var applicationProtocol: String? {
        summary.applicationProtocol ?? offer?.applicationProtocols.first
    }

    mutating func start(_ version: QUICVersion, at stamp: Int64) {
        summary.quic = version
        guard !hasStarted else { return }
        hasStarted = true
        summary.start = stamp
    }

    mutating func place(client: Endpoint, server: Endpoint, datagrams: Int) {
        (summary.client, summary.server, summary.datagrams) = (client, server, datagrams)
    }

    /// A packet of the server outside of the TLS handshake.
    mutating func note(step: String, _ arrival: Arrival, bytes: Int) {
        add(step: step, isFromClient: false, arrival, bytes: bytes)
    }

    mutating func count(isOpened: Bool) {
        if isOpened { summary.openedRecords += 1 } else { summary.closedRecords += 1 }
    }

    /// A client whose Initial packets begin anew after a Retry.
    mutating func beginAnew() {
        incoming = [Incoming](repeating: Incoming(), count: incoming.count)
    }

    // MARK: Messages

    /// Takes a part of one of the streams. Calls `noted` for each message. Returns how many bytes had come before.
    mutating func receive(
        _ bytes: RawSpan,
        at offset: Int,
        _ space: QUICSpace,
        isFromClient: Bool,
        _ arrival: Arrival,
        _ noted: (Effect) -> Void
    ) -> Int {
        let place = 2 * space.rawValue + (isFromClient ? 0 : 1)
        guard offset - incoming[place].assembly.position < Self.longestMessage else { return 0 }
        let placement = incoming[place].assembly.place(bytes, at: offset, arrival)
        if !placement.ready.isEmpty {
            incoming[place].bytes.append(copying: bytes.extracting(placement.ready))
            incoming[place].before = .latest(incoming[place].before, arrival)
            while let piece = incoming[place].assembly.takeReady() {
                incoming[place].bytes += piece.bytes
                incoming[place].before = .latest(incoming[place].before, piece.arrival)
            }
            readMessages(place, isFromClient: isFromClient, noted)
        }
        if incoming[place].assembly.isOverLimit { incoming[place] = Incoming() }
        return placement.repeatedBytes
    }

    private mutating func readMessages(_ place: Int, isFromClient: Bool, _ noted: (Effect) -> Void) {
        var done = 0
        let (bytes, arrived) = (incoming[place].bytes, incoming[place].before)
        let span = bytes.span.bytes
        while let type = span.byte(at: done), let high = span.byte(at: done + 1),
            let low = span.bigEndian16(at: done + 2)
        {
            let length = Int(high) << 16 | Int(low)
            guard done + 4 + length <= bytes.count else { break }
            let body = span.extracting(done + 4..<done + 4 + length)
            noted(take(TLSHandshakeType(rawValue: type), body, isFromClient: isFromClient, arrived))
            done += 4 + length
        }
        incoming[place].bytes.removeFirst(done)
        if incoming[place].bytes.count > Self.longestMessage { incoming[place].bytes = [] }
    }

    private mutating func take(
        _ type: TLSHandshakeType,
        _ body: RawSpan,
        isFromClient: Bool,
        _ arrived: Arrival
    ) -> Effect {
        messages += 1
        add(step: type.description, isFromClient: isFromClient, arrived, bytes: body.byteCount)
        switch type {
        case .clientHello where isFromClient: return takeOffer(body)
        case .serverHello where !isFromClient: return TLSServerHello(body).map { take($0) } ?? .none
        case .encryptedExtensions where !isFromClient:
            guard let extensions = TLSEncryptedExtensions(body) else { return .none }
            summary.applicationProtocol = extensions.applicationProtocol
            serverParameters = extensions.transportParameters
            if summary.earlyData == .offered {
                summary.earlyData = extensions.hasEarlyData ? .accepted : .rejected
            }
            return .protocolChosen
        case .certificate where !isFromClient:
            summary.certificates = TLSCertificateMessage(body, .tls13).certificates.compactMap {
                CertificateFacts(der: body.extracting($0)).map(CaptureCertificate.init)
            }
        case .finished where isFromClient:
            if summary.end == nil { summary.end = arrived.stamp }
            return .finished
        default: break
        }
        return .none
    }

    private mutating func takeOffer(_ body: RawSpan) -> Effect {
        guard let hello = TLSClientHello(body) else { return .none }
        offer = hello
        clientParameters = hello.transportParameters
        guard summary.offer == nil else { return .offer }
        summary.offer = hello
        if hello.offersEarlyData { summary.earlyData = .offered }
        return .offer
    }

    private mutating func take(_ hello: TLSServerHello) -> Effect {
        summary.version = hello.version
        summary.cipherSuite = hello.cipherSuite
        summary.group = hello.group ?? summary.group
        if hello.isRetry {
            summary.hasRetry = true
            if !summary.steps.isEmpty { summary.steps[summary.steps.count - 1].name = "Hello Retry Request" }
            if summary.earlyData == .offered { summary.earlyData = .rejected }
            return .none
        }
        (choice, hasChoice) = (hello, true)
        if hello.acceptsPreSharedKey { summary.resumption = .preSharedKey }
        return .choice
    }

    private mutating func add(step name: String, isFromClient: Bool, _ arrival: Arrival, bytes: Int) {
        guard summary.steps.count < CaptureHandshake.mostSteps else { return }
        summary.steps.append(
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
