import Forwarding
import LinuxIO
import Serving
import TLS
import Wire

/// The connections to servers: those in use are found by the loop, idle ones are kept here. It belongs to the
/// loop's thread.
final class UpstreamPool {
    let loop: EventLoop
    let limits: UpstreamLimits
    private let rules: DestinationRules
    private let trust: UpstreamTrust
    private let names: NameLookup
    private let taps: (any StreamTapping)?
    /// Connections of HTTP/1 without a request.
    private var idle: [Destination: [UpstreamConnection]] = [:]
    /// Connections of HTTP/2, each for many requests.
    private var shared: [Destination: [UpstreamConnection]] = [:]
    /// Connections on which nothing was said yet, by their ends.
    private var prepared: [Destination: [UpstreamConnection]] = [:]
    /// Requests that wait for a connection of HTTP/2 that is being made.
    private var waiting: [Destination: [UpstreamRequest]] = [:]
    private var speaksHTTP2: Set<Destination> = []

    init(
        _ loop: EventLoop,
        _ limits: UpstreamLimits,
        _ rules: DestinationRules,
        _ trust: UpstreamTrust,
        _ taps: (any StreamTapping)?
    ) throws(SystemCallError) {
        self.loop = loop
        self.limits = limits
        self.rules = rules
        self.trust = trust
        self.taps = taps
        names = try NameLookup(loop)
    }

    var clock: RunClock { loop.clock }

    func wakeUp(_ connection: UpstreamConnection) -> @Sendable () -> Void {
        loop.wakeUp(connection.token)
    }

    // MARK: Requests

    /// Sends a request on a connection that has room, or on a new one.
    func begin(_ request: UpstreamRequest) {
        let destination = request.forwarded.destination
        // An upgrade is HTTP/1's.
        let mayShare = destination.isEncrypted && !request.forwarded.offersUpgrade
        if mayShare, let shared = shared[destination]?.first(where: { $0.http2?.hasRoom == true }) {
            shared.http2?.begin(request)
            return
        }
        // The latest used has the largest windows, and is the least likely to have been closed meanwhile.
        if let connection = Self.take(from: &idle, destination) {
            connection.http1?.begin(request)
            return
        }
        if mayShare, waiting[destination] != nil {
            waiting[destination]?.append(request)
            return
        }
        // A server that spoke HTTP/2 before will do so again: further requests wait for that connection.
        if mayShare, speaksHTTP2.contains(destination) { waiting[destination] = [] }
        let opening = UpstreamOpening { [unowned self] connection throws(UpstreamFailure) in
            try begin(request, on: connection)
        } failed: { [weak self] failure in
            request.fails(failure)
            for other in self?.waiting.removeValue(forKey: destination) ?? [] { other.fails(failure) }
        }
        if let connection = Self.take(from: &prepared, destination.endpoint) {
            return begin(on: connection, as: destination, offersHTTP2: mayShare, opening)
        }
        open(destination, offersHTTP2: mayShare, opening)
    }

    private func begin(
        on prepared: UpstreamConnection,
        as destination: Destination,
        offersHTTP2: Bool,
        _ opening: UpstreamOpening
    ) {
        do throws(UpstreamFailure) {
            let session = try trust.session(with: destination, offersHTTP2: offersHTTP2)
            prepared.begin(as: destination, session, opening)
        } catch {
            prepared.close()
            opening.failed(error)
        }
    }

    /// Begins with what the handshake settled on.
    private func begin(
        _ request: UpstreamRequest,
        on connection: UpstreamConnection
    ) throws(UpstreamFailure) -> any UpstreamConversation {
        let destination = connection.destination
        let others = waiting.removeValue(forKey: destination) ?? []
        guard connection.negotiation?.applicationProtocol == "h2" else {
            speaksHTTP2.remove(destination)
            for other in others { begin(other) }
            return HTTP1Upstream(request, on: connection, in: self)
        }
        speaksHTTP2.insert(destination)
        let conversation = try HTTP2Upstream(on: connection, in: self)
        conversation.begin(request)
        shared[destination, default: []].append(connection)
        for other in others { conversation.hasRoom ? conversation.begin(other) : begin(other) }
        return conversation
    }

    /// Makes a connection whose bytes the proxy does not look into, unless it `isWatched` and the first of them
    /// turn out to be a request's.
    func tunnel(_ request: UpstreamRequest, isWatched: Bool = false) {
        let end = request.forwarded.destination
        let plain = Destination(host: end.host, port: end.port, isEncrypted: false)
        let opening = UpstreamOpening { [unowned self] connection throws(UpstreamFailure) in
            TunnelUpstream(request, on: connection, in: self, isWatched: isWatched)
        } failed: { failure in
            request.fails(failure)
        }
        open(plain, offersHTTP2: false, opening)
    }

    private func open(_ destination: Destination, offersHTTP2: Bool, _ opening: UpstreamOpening) {
        if let address = destination.address ?? SocketAddress(destination.host, port: 0)?.host {
            let times = ConnectionTimes(connectBegan: clock.now())
            return connect(to: [address], of: destination, offersHTTP2, times, opening)
        }
        let began = clock.now()
        names.addresses(of: destination.host) { [weak self] outcome in
            guard let self else { return }
            switch outcome {
            case .failure(let error): opening.failed(.name(error))
            case .success(let found):
                var times = ConnectionTimes(connectBegan: clock.now())
                (times.lookupBegan, times.lookupEnded) = (began, times.connectBegan)
                connect(to: found[...], of: destination, offersHTTP2, times, opening)
            }
        }
    }

    /// Tries the addresses one after the other.
    private func connect(
        to addresses: ArraySlice<IPAddress>,
        of destination: Destination,
        _ offersHTTP2: Bool,
        _ times: ConnectionTimes,
        _ opening: UpstreamOpening
    ) {
        guard let address = addresses.first else { return opening.failed(.closed) }
        let others = addresses.dropFirst()
        let attempt = UpstreamOpening(opened: opening.opened) { [weak self] failure in
            // Only an address that cannot be connected to is a reason to try another.
            guard let self, !others.isEmpty, failure.isOfAddress else { return opening.failed(failure) }
            connect(to: others, of: destination, offersHTTP2, times, opening)
        }
        do throws(UpstreamFailure) {
            if let objection = rules.objection(to: address, port: destination.port) {
                throw .forbidden(objection)
            }
            let connection = UpstreamConnection(
                UpstreamTransport(
                    try socket(to: SocketAddress(host: address, port: destination.port), of: destination),
                    try trust.session(with: destination, offersHTTP2: offersHTTP2)
                ),
                to: destination,
                attempt,
                token: loop.takeToken(),
                times: times,
                in: self
            )
            try add(connection)
        } catch {
            attempt.failed(error)
        }
    }

    private func socket(
        to address: SocketAddress,
        of destination: Destination
    ) throws(UpstreamFailure) -> StreamSocket {
        do throws(SystemCallError) {
            let began = clock.now()
            var socket = try StreamSocket.connecting(to: address)
            if let taps {
                socket.tap = taps.connecting(
                    to: address,
                    named: destination.host,
                    from: try socket.local(),
                    at: began
                )
            }
            return socket
        } catch {
            throw .socket(error)
        }
    }

    private func add(_ connection: UpstreamConnection) throws(UpstreamFailure) {
        do throws(SystemCallError) {
            try loop.add(connection, at: connection.token, isReadable: false)
        } catch {
            throw .socket(error)
        }
    }

    // MARK: Connections

    func free(_ connection: UpstreamConnection, ticket: TLSTicket?) {
        trust.keep(ticket, of: connection.destination)
        if connection.isPrepared { prepared[connection.destination, default: []].append(connection) }
        if connection.http1 != nil { idle[connection.destination, default: []].append(connection) }
    }

    func closed(_ connection: UpstreamConnection, ticket: TLSTicket?) {
        trust.keep(ticket, of: connection.destination)
        Self.remove(connection, from: &idle)
        Self.remove(connection, from: &prepared)
        Self.remove(connection, from: &shared)
    }

    /// The latest of them.
    private static func take(
        from list: inout [Destination: [UpstreamConnection]],
        _ destination: Destination
    ) -> UpstreamConnection? {
        guard let connection = list[destination]?.popLast() else { return nil }
        if list[destination]?.isEmpty == true { list[destination] = nil }
        return connection
    }

    private static func remove(
        _ connection: UpstreamConnection,
        from list: inout [Destination: [UpstreamConnection]]
    ) {
        guard var others = list.removeValue(forKey: connection.destination) else { return }
        others.removeAll { $0 === connection }
        if !others.isEmpty { list[connection.destination] = others }
    }
}
