import Forwarding
import LinuxIO
import Serving
import TLS
import Wire

/// The connections to servers: those in use are found by the loop, idle ones are kept here. It belongs to the
/// loop's thread.
final class UpstreamPool {
    /// Of the connections that are kept, one in so many closes at a time if places are needed.
    private static let idlePerClosing = 64

    let loop: EventLoop
    let limits: UpstreamLimits
    private let places: UpstreamPlaces
    private let trust: UpstreamTrust
    private let connector: UpstreamConnector
    private let lines: (any ServerLines)?
    /// Connections of HTTP/1 without a request.
    private var idle: [Destination: [UpstreamConnection]] = [:]
    /// Connections of HTTP/2, each for many requests.
    private var shared: [Destination: [UpstreamConnection]] = [:]
    /// Connections on which nothing was said yet, by their ends.
    private var prepared: [Destination: [UpstreamConnection]] = [:]
    /// Requests that wait for a connection of HTTP/2 that is being made.
    private var waiting: [Destination: [UpstreamRequest]] = [:]
    private var speaksHTTP2: Set<Destination> = []

    init(_ loop: EventLoop, _ settings: ProxySettings, _ rules: DestinationRules) throws(SystemCallError) {
        self.loop = loop
        limits = settings.waits
        places = UpstreamPlaces(limits)
        lines = settings.lines
        trust = UpstreamTrust(
            bundle: settings.trust,
            insecure: settings.insecure,
            shown: settings.clientCertificates,
            keyLog: settings.keyLog
        )
        connector = try UpstreamConnector(
            loop,
            rules,
            trust,
            hosts: settings.hosts,
            parent: settings.parent,
            taps: settings.taps,
            limits: limits
        )
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
        let isHTTP2 = request.forwarded.assumesHTTP2
        let mayShare = isHTTP2 || destination.isEncrypted && !request.forwarded.offersUpgrade
        let line = lines?.line(to: destination)
        let isFree = { (connection: UpstreamConnection) in
            connection.line === line && connection.http2?.hasRoom == true && request.mayUse(connection)
        }
        if mayShare, let shared = shared[destination]?.first(where: isFree) {
            shared.http2?.begin(request)
            return
        }
        let needsTunnel = isHTTP2 || request.forwarded.offersUpgrade
        let route = connector.route(to: destination, asTunnel: needsTunnel)
        // A kept connection may be one on which a parent forwards requests, and an upgrade needs a tunnel.
        let mayReuse = !isHTTP2 && (route.isDirect || destination.isEncrypted || !needsTunnel)
        // The latest used has the largest windows, and is the least likely to have been closed meanwhile.
        while mayReuse, let connection = Self.take(from: &idle, destination, over: line, for: request) {
            guard connection.closeUnlessQuiet() else { continue }
            connection.http1?.begin(request)
            return
        }
        if mayShare, waiting[destination] != nil { return wait(request, for: destination) }
        // A server that spoke HTTP/2 before will do so again: further requests wait for that connection.
        if mayShare, speaksHTTP2.contains(destination) { waiting[destination] = [] }
        var opening = opening(for: request) { [unowned self] connection throws(UpstreamFailure) in
            try begin(request, on: connection)
        } failed: { [weak self] failure in
            request.fail(failure)
            self?.fail(self?.waiting.removeValue(forKey: destination) ?? [], with: request, failure)
        }
        opening.isWanted = { [weak self] in
            !request.isUnwanted || self?.waiting[destination]?.contains { !$0.isUnwanted } == true
        }
        if let connection = Self.take(from: &prepared, destination.endpoint, over: line, for: request),
            connection.closeUnlessQuiet()
        {
            return begin(on: connection, as: destination, for: request.client, offersHTTP2: mayShare, opening)
        }
        open(destination, by: route, over: line, for: request, offersHTTP2: mayShare, opening)
    }

    private func open(
        _ destination: Destination,
        by route: UpstreamRoute,
        over line: (any ServerLine)?,
        for request: UpstreamRequest,
        offersHTTP2: Bool,
        _ opening: UpstreamOpening
    ) {
        guard let place = place(for: request) else { return opening.failed(.crowded) }
        connector.open(
            ConnectionOrder(
                destination: destination,
                route: route,
                line: line,
                offersHTTP2: offersHTTP2,
                mayReachLoopback: request.mayReachLoopback,
                place: place,
                opening: opening,
                pool: self,
                times: ConnectionTimes(connectBegan: clock.now())
            )
        )
    }

    /// A place for a new connection. Those that have been kept for longest without a request make room.
    private func place(for request: UpstreamRequest) -> UpstreamPlace? {
        if places.areTaken {
            let kept = [idle, prepared, shared].flatMap { $0.values.joined() }.filter { $0.idleSince != nil }
            let oldest = kept.sorted { ($0.idleSince ?? .zero) < ($1.idleSince ?? .zero) }
            for connection in oldest.prefix(1 + kept.count / Self.idlePerClosing) {
                connection.close()
                // The loop lets go of it.
                wakeUp(connection)()
            }
        }
        return places.take(for: request.client)
    }

    private func begin(
        on prepared: UpstreamConnection,
        as destination: Destination,
        for client: IPAddress?,
        offersHTTP2: Bool,
        _ opening: UpstreamOpening
    ) {
        do throws(UpstreamFailure) {
            let session = try trust.session(with: destination, offersHTTP2: offersHTTP2)
            prepared.begin(as: destination, for: client, session, opening)
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
        guard request.forwarded.assumesHTTP2 || connection.negotiation?.applicationProtocol == "h2" else {
            speaksHTTP2.remove(destination)
            for other in others { begin(other) }
            return HTTP1Upstream(request, on: connection, in: self)
        }
        speaksHTTP2.insert(destination)
        let conversation = try HTTP2Upstream(on: connection, in: self)
        conversation.begin(request)
        shared[destination, default: []].append(connection)
        for other in others {
            conversation.hasRoom && other.mayUse(connection) ? conversation.begin(other) : begin(other)
        }
        return conversation
    }

    /// What is forbidden to one of them may be allowed to others.
    private func fail(_ others: [UpstreamRequest], with request: UpstreamRequest, _ failure: UpstreamFailure)
    {
        for other in others {
            if other.mayReachLoopback == request.mayReachLoopback {
                other.fail(failure)
            } else {
                begin(other)
            }
        }
    }

    /// Those whose clients have left meanwhile are forgotten each time their number has doubled.
    private func wait(_ request: UpstreamRequest, for destination: Destination) {
        var others = waiting.removeValue(forKey: destination) ?? []
        if others.count.nonzeroBitCount == 1 { others.removeAll(where: \.isUnwanted) }
        others.append(request)
        waiting[destination] = others
    }

    /// A connection for one request, which it ends with if the request's client leaves first.
    private func opening(
        for request: UpstreamRequest,
        opened: @escaping (UpstreamConnection) throws(UpstreamFailure) -> any UpstreamConversation,
        failed: @escaping (UpstreamFailure) -> Void
    ) -> UpstreamOpening {
        UpstreamOpening(
            isWanted: { !request.isUnwanted },
            watch: { request.answer.whenUnwanted($0) },
            opened: opened,
            failed: failed
        )
    }

    /// Makes a connection whose bytes the proxy does not look into, unless it `isWatched` and the first of them
    /// turn out to be a request's.
    func tunnel(
        _ request: UpstreamRequest,
        isWatched: Bool = false,
        fromClient: BodyStream = BodyStream(),
        toClient: BodyStream = BodyStream()
    ) {
        let plain = request.forwarded.destination.endpoint
        let opening = opening(for: request) { [unowned self] connection throws(UpstreamFailure) in
            TunnelUpstream(request, on: connection, in: self, isWatched, fromClient, toClient)
        } failed: { failure in
            request.fail(failure)
        }
        let route = connector.route(to: plain, asTunnel: true)
        let line = lines?.line(to: plain)
        open(plain, by: route, over: line, for: request, offersHTTP2: false, opening)
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

    /// The latest of them. Those over another line, from before a switch, end by themselves.
    private static func take(
        from list: inout [Destination: [UpstreamConnection]],
        _ destination: Destination,
        over line: (any ServerLine)?,
        for request: UpstreamRequest
    ) -> UpstreamConnection? {
        let isUsable = { (connection: UpstreamConnection) in
            connection.line === line && request.mayUse(connection)
        }
        guard let place = list[destination]?.lastIndex(where: isUsable),
            let connection = list[destination]?.remove(at: place)
        else { return nil }
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
