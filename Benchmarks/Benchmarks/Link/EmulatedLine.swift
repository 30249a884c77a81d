import LinkEngine
import LinkModel
import LinuxIO
import Runs

/// netlab's own line, without recorders or a run around it.
final class EmulatedLine: MeasuredLine {
    private let hosts: HostPair
    private let engine: PacketEngine

    init(_ link: LinkParameters, offload: Bool = false) throws {
        hosts = try HostPair(link, offload: offload)
        engine = try PacketEngine(hosts, link: link, seed: 1, clock: RunClock())
        try engine.start()
    }

    /// A line of the same rate and delay both ways.
    convenience init(rateBps: Int64?, oneWayDelay: Int64 = 0, offload: Bool = false) throws {
        let direction = DirectionParameters(rateBps: rateBps, oneWayDelay: oneWayDelay)
        try self.init(LinkParameters(down: direction, up: direction), offload: offload)
    }

    /// False where this machine has no TUN to offload to.
    var offloads: Bool { hosts.offloads }

    func onClient<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        try hosts.onClient(body)
    }

    func onOrigin<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        try hosts.onOrigin(body)
    }

    /// Takes the line down; what it did to every packet. Throws where it did not do what it should.
    func finish() throws -> [LinkLogEntry] {
        let report = engine.stop()
        if let failure = report.failure { throw failure }
        return report.log
    }
}
