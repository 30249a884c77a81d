import Experiments
import LinuxIO

/// A proxy that looks into everything, with its page open or without a page. Both end with this object.
final class WatchedProxy {
    private static let pause: Int32 = 10
    private static let patience = 500

    let port: UInt16
    private let running: RunningTool
    /// Reads the page's events, as an open page does.
    private let reader: Reader?

    /// What the page is read by.
    private struct Reader: ~Copyable {
        let tool: RunningTool
    }

    init(_ site: BenchSite, isWatched: Bool) throws {
        guard let program = Executable.path, let tool = ToolRun(named: "env") else {
            throw ExperimentError("netlab cannot start itself: /proc does not tell its path")
        }
        let port = try ServerUnderLoad.freePort()
        self.port = port
        let start = ["XDG_DATA_HOME=\(site.folder)", program, "proxy"]
        let page = isWatched ? ["--ui", "--ui-port", "0"] : []
        running = try tool.begin(
            start + ["--port", "\(port)", "--intercept", "*", "--insecure", "*", "--quiet"] + page
        )
        try Self.waitUntilThere(port)
        guard isWatched else {
            reader = nil
            return
        }
        let text = try tool.output(start + ["page", "--port", "\(port)"])
        guard let link = text.split(whereSeparator: \.isWhitespace).first(where: { $0.hasPrefix("http://") }),
            let curl = ToolRun(named: "curl"), let query = link.firstIndex(of: "?")
        else { throw ExperimentError("the proxy gave no link to its page: \(text)") }
        let cookies = site.file("cookies-\(port)")
        try curl.run(["-s", "-o", "/dev/null", "-c", cookies, String(link)])
        reader = Reader(tool: try curl.begin(["-s", "-N", "-b", cookies, "\(link[..<query])events"]))
    }

    private static func waitUntilThere(_ port: UInt16) throws {
        for _ in 0..<patience {
            if (try? ServerUnderLoad.connection(port)) != nil { return }
            Readiness.wait(for: [], milliseconds: pause)
        }
        throw ExperimentError("netlab proxy does not accept connections on port \(port)")
    }

    /// Processor time in nanoseconds.
    var processorTime: Int64 { running.processorTime }
}
