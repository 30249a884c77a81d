import JSON
import Logs
import Wire

extension ProxyWitness {
    /// nil without the moment at which the request came.
    init?(json: JSONValue) {
        guard let arrived = json["arrivedNs"]?.instant else { return nil }
        let phases = json["phases"]
        func time(_ key: String) -> Nanoseconds { phases?[key]?.time ?? 0 }
        self.init(
            exchange: ExchangeWitness(json: json),
            arrived: arrived,
            passedOn: json["passedOnNs"]?.instant,
            phases: TransferPhases(
                dns: time("dnsNs"),
                connect: time("connectNs"),
                tls: time("tlsNs"),
                request: time("requestNs"),
                wait: time("waitNs"),
                receive: time("receiveNs")
            ),
            isKeptAlive: json["keptAlive"]?.flag,
            originPort: json["originPort"]?.int64.flatMap(UInt16.init(exactly:))
        )
        connection = json["connection"]?.int
        httpStream = json["httpStream"]?.int
        httpVersion = json["httpVersion"]?.text
        status = json["status"]?.int
        headerBytes = json["headerBytes"]?.int
        failure = json["failure"]?.text
    }
}
