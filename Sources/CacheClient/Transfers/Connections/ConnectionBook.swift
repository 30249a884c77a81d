/// What the transfers under way know of their connections together. It belongs to the loop's thread alone.
final class ConnectionBook {
    /// Requests so far on each connection.
    private var requests: [ConnectionKey: Int] = [:]
    private var hosts: [Endpoint: HostAdmission] = [:]
    /// Hosts with a connection in the clear that speaks HTTP/2, unless they closed it meanwhile.
    private var prior: Set<Endpoint> = []
    /// True where a host may now take transfers that it could not take before.
    private var hasRoom = false

    /// A connection counts from its opening, as ports come back.
    func opened(_ connection: ConnectionKey) {
        requests[connection] = 0
    }

    /// The place of the request that is being sent on its connection, from 0.
    func takeOrder(on connection: ConnectionKey) -> Int {
        let order = requests[connection, default: 0]
        requests[connection] = order + 1
        return order
    }

    /// Every connection is gone.
    func forget() {
        requests = [:]
        prior = []
    }

    /// True where the request should find a connection in the clear that speaks HTTP/2.
    func hasPriorConnection(_ endpoint: Endpoint) -> Bool {
        prior.contains(endpoint)
    }

    /// There was none.
    func lostPriorConnection(_ endpoint: Endpoint) {
        prior.remove(endpoint)
    }

    func mayBegin(_ request: TransferRequest) -> Bool {
        let host = hosts[request.endpoint] ?? HostAdmission()
        let isJoining = host.isShared && request.maySpeakHTTP2
        guard isJoining || inUse < request.settings.connectionsInAll else { return false }
        return host.mayBegin(
            connections: request.settings.connections,
            mayShare: request.maySpeakHTTP2
        )
    }

    /// Connections that transfers use or open.
    private var inUse: Int { hosts.values.reduce(0) { $0 + $1.connections } }

    func began(_ request: TransferRequest) {
        hosts[request.endpoint, default: HostAdmission()].began()
    }

    /// A transfer's connection is ready for its request, and transfers share it or do not.
    func ready(_ endpoint: Endpoint, isShared: Bool, before: Bool?) {
        hosts[endpoint]?.ready(isShared: isShared, before: before)
        if isShared, !endpoint.isSecure { prior.insert(endpoint) }
        hasRoom = true
    }

    /// `isShared` as it was said to be ready; nil where it never was.
    func ended(_ endpoint: Endpoint, isShared: Bool?) {
        hosts[endpoint]?.ended(isShared: isShared)
        if hosts[endpoint]?.active == 0 { hosts[endpoint] = nil }
    }

    func takeNews() -> Bool {
        defer { hasRoom = false }
        return hasRoom
    }
}
