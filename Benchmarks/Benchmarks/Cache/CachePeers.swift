import Experiments
import LinuxIO

/// The peers that need Foundation, and libcurl alone, in a program of their own beside this one's: netlab does not link it.
struct CachePeers {
    static let name = "netlab-cache-peers"

    private let tool: ToolRun

    /// nil where it was not built.
    init?() {
        guard let path = Executable.path, let slash = path.lastIndex(of: "/"),
            let tool = ToolRun(at: path[...slash] + Self.name)
        else { return nil }
        self.tool = tool
    }

    /// Nanoseconds of a hit of NSCache, of the clock, for each question of all threads.
    func memoryHit(threads: Int, entries: Int) throws -> Double {
        try figure(["memory", "\(threads)", "\(entries)", "\(HitLoop.questions)"])
    }

    /// Nanoseconds of a hit of URLCache that is on disk alone.
    func diskHit(bytes: Int, entries: Int, hits: Int, folder: String) throws -> Double {
        try figure(["disk", "\(bytes)", "\(entries)", "\(hits)", folder])
    }

    /// Nanoseconds of the processor for a download by libcurl alone.
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
