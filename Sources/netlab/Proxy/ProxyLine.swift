import LinkEngine
import LinkModel
import LinuxIO
import Runs
import Scenarios

/// The line in front of a proxy, which all its clients share.
struct ProxyLine {
    /// nil if nothing is shaped.
    let settings: LinkSettings?
    let seed: UInt64
    let lossAsDelay: Bool

    init(_ arguments: ParsedArguments, lossAsDelay: Bool) throws(CommandFailure) {
        let scenario = try BareScenario.load(ScenarioLoading(arguments), command: ProxyCommand.name)
        settings = scenario.link.parameters.shapesNothing ? nil : scenario.link
        seed = scenario.seed
        self.lossAsDelay = lossAsDelay
        guard let settings, let refusal = StreamRefusal(settings.parameters, lossAsDelay: lossAsDelay) else {
            return
        }
        throw CommandFailure(
            .failed,
            refusal.description,
            advice: refusal.isOfLossAlone
                ? "--loss-as-delay makes each loss the delay of sending it again"
                : "netlab exec has lines of packets: netlab help exec"
        )
    }

    /// The line as reports show it.
    var record: LinkRecord? {
        settings.map { line in
            LinkRecord(
                mode: .stream,
                carrier: nil,
                profile: line.profile,
                congestion: nil,
                parameters: line.parameters,
                streams: LinkRecord.Streams(lossAsDelay: lossAsDelay)
            )
        }
    }

    /// The line from `listen` to the proxy; nil if there is none.
    func open(
        from listen: SocketAddress,
        to proxy: SocketAddress,
        _ clients: LineClients,
        connections: Int,
        _ clock: RunClock
    ) throws(StreamLineError) -> StreamLine? {
        guard let settings else { return nil }
        let order = StreamOrder(
            listen: listen,
            upstream: proxy,
            link: settings.parameters,
            seed: seed,
            lossAsDelay: lossAsDelay,
            limits: StreamLimits(connections: connections, logCapacity: 0),
            connected: { clients.note($0, as: $1) }
        )
        return try StreamLine(order, clock: clock)
    }
}
