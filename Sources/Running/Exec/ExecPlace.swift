import Analysis
import BenchControl
import Grounds
import Images
import LinkEngine
import LinkModel
import LinuxIO
import Programs
import Reports
import Runs
import ScenarioFormat
import TLS
import Testbed

/// Makes what a command runs behind: a line with its origin, and the control for more of them.
struct ExecPlace {
    private let options: ExecOptions
    private let plan: ExecPlan
    private let console: Console

    init(_ options: ExecOptions, _ plan: ExecPlan, _ console: Console) {
        self.options = options
        self.plan = plan
        self.console = console
    }

    func bench() throws(BenchError) -> any GuestGround {
        switch options.line {
        case .packets:
            do throws(BenchError) {
                return try packets()
            } catch {
                var error = error
                let other = "--link auto runs the command behind byte streams instead"
                error.advice = error.advice.map { "\($0); \(other)" } ?? other
                throw error
            }
        case .streams: return try streams()
        case .automatic:
            do throws(BenchError) {
                return try packets()
            } catch {
                console.warn(
                    "\(error.message): lines use byte streams instead, and the command keeps the machine's network"
                )
                return try streams()
            }
        }
    }

    private func packets() throws(BenchError) -> any GuestGround {
        try GuestBench(
            plan.bench,
            capture: options.capture,
            joining: GuestEnvironment.ownBundle,
            internet: options.hasInternet
        )
    }

    private func streams() throws(BenchError) -> any GuestGround {
        try StreamGuestBench(
            plan.bench.scenario,
            joining: GuestEnvironment.ownBundle,
            in: Environment.variables["TMPDIR"] ?? "/tmp"
        )
    }

    /// Benches for single tests, beside the one of the whole command.
    func control(beside bench: any GuestGround) throws -> ControlServer {
        let carrier = CarrierChoice(options.carrier)
        let authority = bench.authority
        let mode: LinkMode = bench is GuestBench ? .packet : .stream
        let control = try ControlServer(judging: Self.doubts) {
            BenchRegistry(
                mode,
                by: authority,
                drawing: LibraryDrawing(),
                carrier: carrier,
                files: ScenarioFiles(beneath: ".")
            )
        }
        try control.start()
        return control
    }

    /// Lets a program outside have sockets of the client's host, and tells it the control.
    func startSocketMaker(saying control: String) throws(CommandFailure) {
        guard let descriptor = options.handOut else { return }
        do throws(SystemCallError) {
            _ = try SocketMaker(over: DescriptorSocket(handedOn: descriptor), saying: control)
        } catch {
            throw CommandFailure(
                .wrongUsage,
                "--hand-out \(descriptor): \(error)",
                advice: "the descriptor must be a local socket (SOCK_SEQPACKET) that netlab inherits"
            )
        }
    }

    private static func doubts(_ end: SideBenchEnd) -> [String] {
        EmulationTrust.doubts(
            latenessP99: end.latenessP99,
            captureDrops: nil,
            shortage: nil,
            lostPackets: end.lostPackets
        ).map(\.words)
    }
}
