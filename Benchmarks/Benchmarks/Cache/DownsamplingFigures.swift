import Experiments
import Fixtures
import Images
import LinuxIO
import Reports
import Wire

/// Cost of decoding a photograph of twelve megapixels at display size, for each round, in one process per
/// run. The peer is `djpeg`, which scales while it decodes, with Netpbm's `pamscale` for the rest. Both make
/// libjpeg skip the same pixels. The peer's two processes run in parallel on two processors.
struct DownsamplingFigures {
    static let program = "netlab-downsample"
    private static let pixels = PixelSize(width: 4000, height: 3000)
    private static let bytes = 4_000_000
    /// `djpeg` can reach 500 pixels.
    private static let side = 480
    private static let runs = 15

    private let ours: ToolRun
    private let shell: ToolRun?
    private let photograph: String
    private var costs: [ToolRun.Cost] = []
    private var peers: [ToolRun.Cost] = []
    /// In bytes.
    private var peaks: [Double] = []

    /// nil, with a note, if the program was not built.
    init?(_ context: BenchmarkContext, in folder: String) throws {
        guard let ours = ToolRun(beside: Self.program) else {
            context.note(
                "downsampling (left out): there is no \(Self.program) beside this program; "
                    + "`swift build -c release --product \(Self.program)` makes it"
            )
            return nil
        }
        self.ours = ours
        let missing = ["djpeg", "pamscale", "sh"].filter { ToolRun(named: $0) == nil }
        shell = missing.isEmpty ? ToolRun(named: "sh") : nil
        if !missing.isEmpty {
            context.note("djpeg and pamscale (left out): \(missing.joined(separator: ", ")) not installed")
        }
        photograph = "\(folder)/photograph.jpg"
        let shape = try FixtureShape(.jpeg, bytes: Self.bytes, pixels: Self.pixels)
        let image = try FixtureImage.make(shape, seed: 1, name: "photograph.jpg", version: 1)
        try WholeFile.write(photograph, image, mode: 0o600)
    }

    mutating func measure() throws {
        let arguments = [photograph, "\(Self.side)"]
        let line = "djpeg -scale 1/8 \"$0\" | pamscale -xyfit \(Self.side) \(Self.side) > /dev/null"
        func runNetlab() throws { costs.append(try ours.cost(arguments)) }
        func runPeer() throws {
            if let shell { peers.append(try shell.cost(["-c", line, photograph])) }
        }
        // Each is first equally often.
        for run in 0..<Self.runs {
            if run.isMultiple(of: 2) { try runNetlab() }
            try runPeer()
            if !run.isMultiple(of: 2) { try runNetlab() }
        }
        let told = try ours.output(arguments)
        guard let peak = Double(told.filter { !$0.isWhitespace }), peak > 0 else {
            throw ExperimentError("\(Self.program) told no figure: \(told)")
        }
        peaks.append(peak * 1024)
    }

    var rows: [BenchRow] {
        [
            row("12 megapixels to \(Self.side) pixels", \.time),
            row("the processor's time for it", \.processorTime),
            BenchRow(
                "memory for it, at most",
                unit: "MiB",
                netlab: peaks.max().map { $0 / 1_048_576 },
                goal: .atMost(16)
            ),
        ]
    }

    private func row(_ name: String, _ time: KeyPath<ToolRun.Cost, Int64>) -> BenchRow {
        func figures(_ costs: [ToolRun.Cost]) -> [Double] { costs.map { Double($0[keyPath: time]) / 1e6 } }
        let (ours, theirs) = (figures(costs), figures(peers))
        return BenchRow(
            name,
            unit: "ms",
            netlab: ours.median,
            peer: theirs.median,
            peerName: "djpeg, pamscale",
            pairedRatio: PairedRatio(ours, to: theirs),
            goal: .ratioAtMost(1)
        )
    }
}
