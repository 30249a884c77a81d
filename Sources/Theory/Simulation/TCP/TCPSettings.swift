import LinkModel
import Scenarios
import Wire

/// TCP settings of both ends of a simulated connection.
struct TCPSettings {
    /// The first window where nothing sets one, in segments.
    private static let usualWindow = 10

    /// The client's buffer for a connection; libcurl reads HTTP/2 by a quarter of it, and TLS by records.
    private static let (buffer, record) = (131_072, 16_413)

    /// Maximum of one piece in the send buffer of the guest kernel, which knows few links.
    private static let guestPiece = 65_343

    let congestion: CongestionAlgorithm
    let kernel: KernelRelease
    private(set) var initialWindow: Int
    let seed: UInt64
    /// Maximum receive buffer, in bytes.
    let largestBuffer: Int
    /// The payload of a full segment.
    let segment: Int
    /// Bytes of IP and TCP before each payload.
    let headers: Int
    /// Maximum of one piece in the send buffer, in bytes.
    let largestPiece: Int
    /// Maximum segment size in a SYN, which excludes timestamps.
    let offered: Int
    let clock: HostClock
    let wheel = TimerWheel()
    /// Bytes that the client's application takes from the kernel in one call.
    let readingCall: Int
    /// Time that an acknowledgement takes from the application's.
    let acknowledging: Nanoseconds

    init(_ plan: SimulationPlan) {
        congestion = plan.congestion
        kernel = plan.kernel
        initialWindow = plan.initialWindow
        seed = plan.seed
        let links = [plan.link] + plan.changes.map(\.link)
        largestBuffer = plan.largestBuffer ?? links.map(Self.largestBuffer).max() ?? 0
        let sizes = SegmentSizes(plan.link)
        (segment, headers) = (sizes.payload, sizes.headers)
        offered = max(1, plan.link.mtu - sizes.bare)
        clock = HostClock(step: plan.clockStep)
        largestPiece =
            plan.clockStep == SimulationPlan.guestClockStep ? Self.guestPiece : SendQueue.usualPiece
        acknowledging = plan.acknowledging
        readingCall =
            plan.security == nil ? plan.multiplexing == nil ? Self.buffer : Self.buffer / 4 : Self.record
    }

    /// The same for the client: only the origin's first window is set, as a property of its routes.
    var ofClient: TCPSettings {
        var settings = self
        settings.initialWindow = Self.usualWindow
        return settings
    }

    var window: CongestionWindow {
        CongestionWindow(cubic: congestion == .cubic ? CubicGrowth() : nil, initial: initialWindow)
    }

    func control(flow: UInt32) -> any CongestionControl {
        switch congestion {
        case .reno, .cubic: WindowedControl(self)
        case .bbr: BottleneckControl(self, flow: flow)
        }
    }

    /// The testbed's value for a line: four times what the line and its larger queue hold.
    private static func largestBuffer(for link: LinkParameters) -> Int {
        let held = LinkDirection.allCases.map { direction in
            Int(min(1e12, link[direction].bytes(in: link.roundTripDelay) ?? 0)) + link.queueBytes(direction)
        }
        return min(1 << 29, max(16 << 20, 4 * (held.max() ?? 0)))
    }
}
