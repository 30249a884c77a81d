import HTTP
import LinkEngine
import LinkModel
import LinuxIO
package import Programs
import Reports
import Runs
package import Scenarios
import Serving

/// The line of byte streams in front of a server of this command, which all its clients share.
package struct FrontLine {
    /// nil if nothing is shaped; clients then connect directly to the server.
    let settings: LinkSettings?
    private let seed: UInt64
    let lossAsDelay: Bool

    /// A line that `isKept` is there even if it shapes nothing, so that it can be changed later.
    package init(_ scenario: Scenario, lossAsDelay: Bool, isKept: Bool = false) throws(CommandFailure) {
        settings = scenario.link.parameters.shapesNothing && !isKept ? nil : scenario.link
        seed = scenario.seed
        self.lossAsDelay = lossAsDelay
        guard let settings, let refusal = StreamRefusal(settings.parameters, lossAsDelay: lossAsDelay) else {
            return
        }
        throw CommandFailure(
            .failed,
            refusal.description,
            advice: refusal.isOfLossAlone
                ? "--loss-as-delay turns each loss into the delay of a retransmission"
                : "netlab exec has lines of packets: netlab help exec"
        )
    }

    /// For clients that come across a line of packets.
    static let none = FrontLine(nil, 0, lossAsDelay: false)

    private init(_ settings: LinkSettings?, _ seed: UInt64, lossAsDelay: Bool) {
        (self.settings, self.seed, self.lossAsDelay) = (settings, seed, lossAsDelay)
    }

    /// A line from what a command tells a running program: `profile` and `set`, as on the command line.
    static func of(
        _ items: QueryItems,
        lossAsDelay: Bool,
        command: String
    ) throws(CommandFailure) -> FrontLine {
        let known = ["profile", "set"]
        if let other = items.items.first(where: { !known.contains($0.name) }) {
            throw CommandFailure(.wrongUsage, "a line has a profile and settings, not `\(other.name)`")
        }
        return try of(
            profile: items["profile"],
            settings: items.items.filter { $0.name == "set" }.map { $0.value ?? "" },
            lossAsDelay: lossAsDelay,
            command: command
        )
    }

    /// A line that can be changed later, from a profile, if one is named, and settings (`link.down.rate=1Mbit/s`).
    static func of(
        profile: String?,
        settings: [String],
        lossAsDelay: Bool,
        command: String = ProxyOptions.command
    ) throws(CommandFailure) -> FrontLine {
        let words = (profile.map { ["--profile", $0] } ?? []) + settings.flatMap { ["--set", $0] }
        let arguments = try ParsedArguments(words, taking: ScenarioLoading.options, command: command)
        let scenario = try BareScenario.load(ScenarioLoading(arguments), command: command)
        return try FrontLine(scenario, lossAsDelay: lossAsDelay, isKept: true)
    }

    /// What the line does to packets.
    var parameters: LinkParameters { settings?.parameters ?? .unlimited }

    /// A line in its place that shapes nothing.
    var unlimited: FrontLine {
        FrontLine(LinkSettings(parameters: .unlimited), seed, lossAsDelay: lossAsDelay)
    }

    /// The order of a line that connections with servers are handed to.
    func order(connections: Int) -> StreamOrder {
        StreamOrder(
            upstream: nil,
            link: parameters,
            seed: seed,
            lossAsDelay: lossAsDelay,
            limits: StreamLimits(connections: connections, logCapacity: 0)
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

    /// The line in one sentence.
    var words: String {
        guard let settings, !settings.parameters.shapesNothing, let record else { return "without limits" }
        return LinkLine(record).settings
    }

    /// Where the server itself listens if clients connect to `address`.
    func server(for address: SocketAddress) -> SocketAddress {
        settings == nil ? address : SocketAddress(address: 0x7F00_0001, port: 0)
    }

    /// The line from `listen` to the server; nil if there is none. `connections` limits those at a time.
    func open(
        from listen: SocketAddress,
        to server: SocketAddress,
        _ clients: LineClients,
        _ crossings: StreamCrossings? = nil,
        connections: Int,
        _ clock: RunClock
    ) throws -> StreamLine? {
        guard let settings else { return nil }
        let order = StreamOrder(
            listen: listen,
            upstream: server,
            link: settings.parameters,
            seed: seed,
            lossAsDelay: lossAsDelay,
            limits: StreamLimits(connections: connections, logCapacity: 0),
            connected: { clients.note($0, as: $1) },
            crossings: crossings
        )
        do throws(StreamLineError) {
            return try StreamLine(order, clock: clock)
        } catch .system(let error) {
            throw ListenerError(error, on: listen)
        }
    }
}
