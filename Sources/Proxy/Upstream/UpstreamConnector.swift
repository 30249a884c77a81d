import Forwarding
import LinuxIO
import Serving
import Wire

/// Makes connections to servers, and to a parent proxy in their place. It belongs to the loop's thread.
final class UpstreamConnector {
    private let loop: EventLoop
    private let rules: DestinationRules
    private let trust: UpstreamTrust
    /// Addresses of servers by name.
    private let hosts: [String: SocketAddress]
    private let parent: ParentProxy?
    private let taps: (any StreamTapping)?
    private let limits: UpstreamLimits
    private let names: NameLookup

    init(
        _ loop: EventLoop,
        _ rules: DestinationRules,
        _ trust: UpstreamTrust,
        hosts: [String: SocketAddress],
        parent: ParentProxy?,
        taps: (any StreamTapping)?,
        limits: UpstreamLimits
    ) throws(SystemCallError) {
        self.loop = loop
        self.rules = rules
        self.trust = trust
        self.hosts = hosts
        self.parent = parent
        self.taps = taps
        self.limits = limits
        names = try NameLookup(loop)
    }

    /// A parent forwards requests in the clear; for all else, `asTunnel` and TLS, it is asked for a tunnel.
    func route(to destination: Destination, asTunnel: Bool) -> UpstreamRoute {
        guard let parent, parent.serves(destination) else { return .direct }
        // A parent that is to forward a request looks its name up, whatever is known of it.
        return asTunnel || destination.isEncrypted || destination.address != nil
            ? .tunnel(parent) : .requests(parent)
    }

    func open(_ wanted: ConnectionOrder) {
        let (destination, route, opening) = (wanted.destination, wanted.route, wanted.opening)
        // The parent looks names up, and the rules for addresses then go by what is written.
        if route.parent != nil, let address = destination.spelledAddress,
            let objection = objection(to: address, port: destination.port, wanted)
        {
            return opening.failed(.forbidden(objection))
        }
        var order = wanted
        if let parent = route.parent { order.opening.failed = { opening.failed(.parent(parent.server, $0)) } }
        if case .tunnel(let parent) = route {
            order.opening.opened = { [unowned self, order] connection throws(UpstreamFailure) in
                try ask(parent, for: order, on: connection, opening)
            }
        }
        // The proxy's user says where the parent is.
        if route.parent != nil { order.mayReachLoopback = true }
        let next = route.parent?.server ?? destination
        if let address = next.address ?? next.spelledAddress {
            return connect(to: [address], of: next, order)
        }
        if let known = hosts[next.host] {
            // The proxy's user says where that is.
            order.mayReachLoopback = true
            let server = known.port == 0 ? next : next.reached(atPort: known.port)
            return connect(to: [known.host], of: server, order)
        }
        let began = order.times.connectBegan
        opening.watch(names.leave)
        let question = NameQuestion(
            client: order.place.client,
            until: began + limits.connect,
            isWanted: opening.isWanted
        ) { [weak self, order] outcome in
            guard let self else { return }
            switch outcome {
            case .failure(let failure): order.opening.failed(failure)
            case .success(let found):
                var order = order
                order.times = ConnectionTimes(connectBegan: loop.clock.now())
                (order.times.lookupBegan, order.times.lookupEnded) = (began, order.times.connectBegan)
                connect(to: found[...], of: next, order)
            }
        }
        names.addresses(of: next.host, question)
    }

    private func objection(
        to address: IPAddress,
        port: UInt16,
        _ order: ConnectionOrder
    ) -> ForbiddenDestination? {
        rules.objection(to: address, port: port, mayReachLoopback: order.mayReachLoopback)
    }

    /// A conversation that turns the connection with the parent into one with the server.
    private func ask(
        _ parent: ParentProxy,
        for order: ConnectionOrder,
        on connection: UpstreamConnection,
        _ opening: UpstreamOpening
    ) throws(UpstreamFailure) -> ParentTunnel {
        try ParentTunnel(
            parent.connect(to: order.destination.endpoint),
            until: connection.times.connectBegan + limits.connect,
            isWanted: opening.isWanted,
            failed: order.opening.failed
        ) { [unowned self, unowned connection] first in
            do throws(UpstreamFailure) {
                let session = try trust.session(with: order.destination, offersHTTP2: order.offersHTTP2)
                connection.begin(
                    as: order.destination,
                    for: order.place.client,
                    session,
                    opening,
                    after: first
                )
            } catch {
                connection.close()
                opening.failed(error)
            }
        }
    }

    /// Tries the addresses of the server, or of the parent in its place, one after the other.
    private func connect(
        to addresses: ArraySlice<IPAddress>,
        of server: Destination,
        _ order: ConnectionOrder
    ) {
        guard let address = addresses.first else { return order.opening.failed(.closed) }
        let others = addresses.dropFirst()
        var attempt = order.opening
        attempt.failed = { [weak self] failure in
            // Only an address that cannot be connected to is a reason to try another.
            guard let self, !others.isEmpty, failure.isOfAddress else { return order.opening.failed(failure) }
            connect(to: others, of: server, order)
        }
        do throws(UpstreamFailure) {
            if let objection = objection(to: address, port: server.port, order) {
                throw .forbidden(objection)
            }
            let place = SocketAddress(host: address, port: server.port)
            guard let line = order.line else {
                let socket = try socket(to: place, of: server)
                let port = try? socket.local().port
                return try add(socket, from: port, to: place, of: server, order, attempt)
            }
            let buffer = LinedConnection.receiveBuffer
            let lined = LinedConnection(
                try socket(to: place, of: server, receiveBuffer: buffer),
                over: line,
                attempt,
                until: order.times.connectBegan + limits.connect,
                in: loop
            )
            lined.made = { [unowned self] socket, port throws(UpstreamFailure) in
                var order = order
                order.times.connectEnded = loop.clock.now()
                try add(socket, from: port, to: place, of: server, order, attempt)
            }
            try add(lined, at: lined.token)
        } catch {
            attempt.failed(error)
        }
    }

    /// Adds a connection that is in the making. Over a line, `socket` leads to the line only, and `port` and `address`
    /// are those of the connection behind it.
    private func add(
        _ socket: consuming StreamSocket,
        from port: UInt16?,
        to address: SocketAddress,
        of server: Destination,
        _ order: ConnectionOrder,
        _ opening: UpstreamOpening
    ) throws(UpstreamFailure) {
        let session =
            order.route.isDirect
            ? try trust.session(with: server, offersHTTP2: order.offersHTTP2) : nil
        let connection = UpstreamConnection(
            UpstreamTransport(socket, session),
            at: address,
            from: port,
            order,
            opening,
            token: loop.takeToken()
        )
        try add(connection, at: connection.token)
    }

    private func socket(
        to address: SocketAddress,
        of server: Destination,
        receiveBuffer: Int32? = nil
    ) throws(UpstreamFailure) -> StreamSocket {
        do throws(SystemCallError) {
            let began = loop.clock.now()
            var socket = try StreamSocket.connecting(to: address, receiveBuffer: receiveBuffer)
            if let taps {
                socket.tap = taps.connecting(
                    to: address,
                    named: server.host,
                    from: try socket.local(),
                    at: began
                )
            }
            return socket
        } catch {
            throw .socket(error)
        }
    }

    private func add(_ socket: any LoopSocket, at token: UInt64) throws(UpstreamFailure) {
        do throws(SystemCallError) {
            try loop.add(socket, at: token, isReadable: false)
        } catch {
            throw .socket(error)
        }
    }
}
