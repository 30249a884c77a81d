import Experiments
import LinuxIO
import Wire

/// A proxy that runs during a benchmark. It ends with this object.
final class RunningProxy {
    /// Milliseconds between attempts until it accepts, and their number.
    private static let pause: Int32 = 1
    private static let patience = 20_000

    let port: UInt16
    /// From its start to the first accepted connection.
    let startTime: Nanoseconds
    private let running: RunningTool

    /// `options` are netlab's. `origin` is the port of the origin of what is no proxy.
    init(
        _ peer: ProxyPeer,
        _ site: BenchSite,
        origin: UInt16? = nil,
        with options: [String] = []
    ) throws {
        let port = try ServerUnderLoad.freePort()
        self.port = port
        let clock = RunClock()
        running = try peer.begin(site, port: port, origin: origin, with: options)
        for _ in 0..<Self.patience {
            if (try? ServerUnderLoad.connection(port)) != nil {
                startTime = clock.now() - .zero
                return
            }
            Readiness.wait(for: [], milliseconds: Self.pause)
        }
        throw ExperimentError("\(peer.rawValue) does not accept connections on port \(port)")
    }

    /// Processor time in nanoseconds.
    var processorTime: Int64 { running.processorTime }

    var residentMiB: Double { Double(running.residentBytes) / 1_048_576 }
}
