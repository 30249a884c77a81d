package import JSON
import Logs
import Wire

extension ProxyWitness {
    /// nil without the moment at which the request came.
    package init?(json: JSONValue) {
        guard let arrived = json["arrivedNs"]?.instant else { return nil }
        self.init(
            exchange: ExchangeWitness(json: json),
            arrived: arrived,
            passedOn: json["passedOnNs"]?.instant,
            phases: json["phases"].flatMap(TransferPhases.init(json:)) ?? TransferPhases(),
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
