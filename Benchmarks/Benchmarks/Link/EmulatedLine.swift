import LinkEngine
import LinkModel
import LinuxIO
import Runs

/// netlab's own line, without recorders and without a run.
final class EmulatedLine: MeasuredLine {
    private let hosts: HostPair
    private let engine: PacketEngine

    init(_ link: LinkParameters, offload: Bool = false) throws {
        hosts = try HostPair(link, offload: offload)
        engine = try PacketEngine(hosts, link: link, seed: 1, clock: RunClock())
        try engine.start()
    }

    /// A line with the same rate and delay in both directions.
    convenience init(rateBps: Int64?, oneWayDelay: Int64 = 0, offload: Bool = false) throws {
        let direction = DirectionParameters(rateBps: rateBps, oneWayDelay: oneWayDelay)
        try self.init(LinkParameters(down: direction, up: direction), offload: offload)
    }

    /// False if this machine has no TUN with offload.
    var offloads: Bool { hosts.offloads }

    func onClient<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        try hosts.onClient(body)
    }

    func onOrigin<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        try hosts.onOrigin(body)
    }

    /// Takes the line down and returns its log. Throws if the line failed.
    func finish() throws -> [LinkLogEntry] {
        let report = engine.stop()
        if let failure = report.failure { throw failure }
        return report.log
    }
}
