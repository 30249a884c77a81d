import LinkModel

/// TCP settings of both ends of a simulated connection.
struct TCPSettings {
    let congestion: SimulationPlan.Congestion
    let kernel: KernelRelease
    let initialWindow: Int
    let seed: UInt64
    /// Maximum receive buffer, in bytes.
    let largestBuffer: Int
    /// The payload of a full segment.
    let segment: Int
    /// Maximum segment size in a SYN, which excludes timestamps.
    let offered: Int

    init(_ plan: SimulationPlan) {
        congestion = plan.congestion
        kernel = plan.kernel
        initialWindow = plan.initialWindow
        seed = plan.seed
        let links = [plan.link] + plan.changes.map(\.link)
        largestBuffer = plan.largestBuffer ?? links.map(Self.largestBuffer).max() ?? 0
        segment = SegmentSizes(mtu: plan.link.mtu).payload
        offered = max(1, plan.link.mtu - 40)
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
