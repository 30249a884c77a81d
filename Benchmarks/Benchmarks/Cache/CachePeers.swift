import Experiments
import LinuxIO

/// Peers that need Foundation, and libcurl alone. They run in a separate program, since netlab does not link
/// Foundation.
struct CachePeers {
    static let name = "netlab-cache-peers"

    private let tool: ToolRun

    /// nil if the program was not built.
    init?() {
        guard let tool = ToolRun(beside: Self.name) else { return nil }
        self.tool = tool
    }

    /// Elapsed nanoseconds of an NSCache hit, per lookup of all threads.
    func memoryHit(threads: Int, entries: Int) throws -> Double {
        try figure(["memory", "\(threads)", "\(entries)", "\(HitLoop.questions)"])
    }

    /// Elapsed nanoseconds of a URLCache hit that is only on disk.
    func diskHit(bytes: Int, entries: Int, hits: Int, folder: String) throws -> Double {
        try figure(["disk", "\(bytes)", "\(entries)", "\(hits)", folder])
    }

    /// Processor time of a download by libcurl alone, in nanoseconds.
    func download(_ url: String, times: Int, _ way: BareWay) throws -> Double {
        try figure([way.rawValue, "\(times)", url])
    }

    private func figure(_ arguments: [String]) throws -> Double {
        let text = try tool.output(arguments)
        guard let figure = Double(text.filter { !$0.isWhitespace }), figure > 0 else {
            throw ExperimentError("\(Self.name) told no figure: \(text)")
        }
        return figure
    }
}
