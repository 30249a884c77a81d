internal import LinuxIO

/// Connection state shared by the transfers in progress. It belongs to the loop's thread alone.
final class ConnectionTable {
    /// Maximum number of idle hosts remembered.
    private static let mostIdle = 256

    /// Requests so far on one connection.
    private final class Count {
        let connection: ConnectionKey
        /// nil if it was not seen being opened.
        let socket: Int32?
        var requests = 0

        init(_ connection: ConnectionKey, _ socket: Int32?) {
            self.connection = connection
            self.socket = socket
        }
    }

    private var counts: [ConnectionKey: Count] = [:]
    /// The count of the last used connection, which is usually also the next.
    private var last: Count?
    private var hosts: [URLEndpoint: HostConnections] = [:]
    /// The host that was asked for last.
    private var lastHost: HostConnections?
    /// Connections that transfers use or open, over all hosts.
    private var inUse = 0
    /// True if a host can now take transfers that it could not take before.
    private var hasRoom = false
    /// Sockets that hold short segments back until `sendRequests`.
    private var holding: Set<Int32> = []

    func host(at endpoint: URLEndpoint) -> HostConnections {
        if let lastHost, lastHost.endpoint == endpoint { return lastHost }
        if let host = hosts[endpoint] {
            lastHost = host
            return host
        }
        if hosts.count >= Self.mostIdle { hosts = hosts.filter { $0.value.isOfUse } }
        let host = HostConnections(endpoint)
        hosts[endpoint] = host
        lastHost = host
        return host
    }

    /// Counting starts at the connection's opening, because ports are reused.
    func opened(_ connection: ConnectionKey, _ socket: Int32?) {
        let count = Count(connection, socket)
        counts[connection] = count
        last = count
    }

    /// The position, from 0, of the next request on its connection.
    func takeOrder(on connection: ConnectionKey) -> Int {
        let known = last?.connection == connection ? last : counts[connection]
        let count = known ?? Count(connection, nil)
        if known == nil { counts[connection] = count }
        last = count
        defer { count.requests += 1 }
        return count.requests
    }

    /// Forgets every connection.
    func forget() {
        counts = [:]
        last = nil
        for host in hosts.values { host.hasPriorConnection = false }
    }

    func mayBegin(_ request: TransferRequest, to host: HostConnections) -> Bool {
        let isJoining = host.admission.isShared && request.mayShareConnection
        guard isJoining || inUse < request.settings.connectionsInAll else { return false }
        return host.admission.mayBegin(
            connections: request.settings.connections,
            mayShare: request.mayShareConnection
        )
    }

    func began(_ host: HostConnections) {
        change(host) { $0.began() }
    }

    /// Records that a transfer's connection is ready, and whether transfers share it.
    func ready(_ host: HostConnections, isShared: Bool, before: Bool?) {
        change(host) { $0.ready(isShared: isShared, before: before) }
        if isShared, !host.endpoint.isSecure { host.hasPriorConnection = true }
        hasRoom = true
    }

    /// `isShared` is the value given to `ready`; nil if it was never called.
    func ended(_ host: HostConnections, isShared: Bool?) {
        change(host) { $0.ended(isShared: isShared) }
    }

    /// Has the system hold back short segments of a shared connection until `sendRequests`. The requests that libcurl writes
    /// meanwhile leave in as few packets as possible; else a new connection's window would hold up all but the first ten.
    func holdRequests(on connection: ConnectionKey) {
        guard let socket = counts[connection]?.socket, holding.insert(socket).inserted else { return }
        // Without it the requests leave one by one.
        try? SocketOption.setCorked(socket, true)
    }

    func sendRequests() {
        guard !holding.isEmpty else { return }
        for socket in holding { try? SocketOption.setCorked(socket, false) }
        holding.removeAll(keepingCapacity: true)
    }

    func takeNews() -> Bool {
        defer { hasRoom = false }
        return hasRoom
    }

    private func change(_ host: HostConnections, _ change: (inout HostAdmission) -> Void) {
        inUse -= host.admission.connections
        change(&host.admission)
        inUse += host.admission.connections
    }
}

extension HostConnections {
    fileprivate var isOfUse: Bool { !line.isEmpty || admission.active > 0 || hasPriorConnection }
}
