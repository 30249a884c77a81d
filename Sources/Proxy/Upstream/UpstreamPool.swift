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
    private var idle: [Destination: [UpstreamConnection]] = [:]

    init(
        _ loop: EventLoop,
        _ limits: UpstreamLimits,
        _ rules: DestinationRules,
        _ trust: UpstreamTrust
    ) throws(SystemCallError) {
        self.loop = loop
        self.limits = limits
        self.rules = rules
        self.trust = trust
        names = try NameLookup(loop)
    }

    var clock: RunClock { loop.clock }

    func wakeUp(_ connection: UpstreamConnection) -> @Sendable () -> Void {
        loop.wakeUp(connection.token)
    }

    // MARK: Requests

    /// Sends a request on an idle connection, or on a new one.
    func begin(_ request: UpstreamRequest) {
        let destination = request.forwarded.destination
        // The latest used has the largest windows, and is the least likely to have been closed meanwhile.
        if let connection = idle[destination]?.popLast() {
            if idle[destination]?.isEmpty == true { idle[destination] = nil }
            connection.http1?.begin(request)
            return
        }
        open(destination, for: request) { pool in HTTP1Upstream(request, in: pool) }
    }

    /// Makes a connection whose bytes the proxy does not look into.
    func tunnel(_ request: UpstreamRequest) {
        let end = request.forwarded.destination
        let plain = Destination(host: end.host, port: end.port, isEncrypted: false)
        open(plain, for: request) { pool in TunnelUpstream(request, in: pool) }
    }

    private func open(
        _ destination: Destination,
        for request: UpstreamRequest,
        _ conversation: @escaping (UpstreamPool) -> any UpstreamConversation
    ) {
        if let address = SocketAddress(destination.host, port: destination.port)?.host {
            let times = ConnectionTimes(connectBegan: clock.now())
            return connect(to: [address], of: destination, times, for: request, conversation)
        }
        let began = clock.now()
        names.addresses(of: destination.host) { [weak self] outcome in
            guard let self else { return }
            switch outcome {
            case .failure(let error): request.fails(.name(error))
            case .success(let found):
                var times = ConnectionTimes(connectBegan: clock.now())
                (times.lookupBegan, times.lookupEnded) = (began, times.connectBegan)
                connect(to: found[...], of: destination, times, for: request, conversation)
            }
        }
    }

    /// Tries the addresses one after the other.
    private func connect(
        to addresses: ArraySlice<IPAddress>,
        of destination: Destination,
        _ times: ConnectionTimes,
        for request: UpstreamRequest,
        _ conversation: (UpstreamPool) -> any UpstreamConversation
    ) {
        var failure = UpstreamFailure.closed
        for address in addresses {
            if let objection = rules.objection(to: address, port: destination.port) {
                failure = .forbidden(objection)
                continue
            }
            do throws(UpstreamFailure) {
                let socket = try Self.socket(to: SocketAddress(host: address, port: destination.port))
                let session = try trust.session(with: destination)
                let connection = UpstreamConnection(
                    UpstreamTransport(socket, session),
                    to: destination,
                    conversation(self),
                    token: loop.takeToken(),
                    times: times,
                    in: self
                )
                return try add(connection)
            } catch {
                failure = error
            }
        }
        request.fails(failure)
    }

    private static func socket(to address: SocketAddress) throws(UpstreamFailure) -> StreamSocket {
        do throws(SystemCallError) {
            return try StreamSocket.connecting(to: address)
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
        idle[connection.destination, default: []].append(connection)
    }

    func closed(_ connection: UpstreamConnection, ticket: TLSTicket?) {
        trust.keep(ticket, of: connection.destination)
        idle[connection.destination]?.removeAll { $0 === connection }
        if idle[connection.destination]?.isEmpty == true { idle[connection.destination] = nil }
    }
}
