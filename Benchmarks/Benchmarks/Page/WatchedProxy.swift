import Experiments
import LinuxIO

/// A proxy that looks into everything, with its page open or without a page. Both end with this object.
final class WatchedProxy {
    private let proxy: RunningProxy
    /// Reads the page's events, as an open page does.
    private let reader: Reader?

    /// What the page is read by.
    private struct Reader: ~Copyable {
        let tool: RunningTool
    }

    init(_ site: BenchSite, isWatched: Bool) throws {
        proxy = try RunningProxy(.netlab, site, with: isWatched ? ["--ui", "--ui-port", "0"] : [])
        guard isWatched else {
            reader = nil
            return
        }
        let (tool, start) = try ProxyPeer.proxyCommand(site)
        let text = try tool.output(start + ["page", "--port", "\(proxy.port)"])
        guard let link = text.split(whereSeparator: \.isWhitespace).first(where: { $0.hasPrefix("http://") }),
            let curl = ToolRun(named: "curl"), let query = link.firstIndex(of: "?")
        else { throw ExperimentError("the proxy gave no link to its page: \(text)") }
        let cookies = site.file("cookies-\(proxy.port)")
        try curl.run(["-s", "-o", "/dev/null", "-c", cookies, String(link)])
        reader = Reader(tool: try curl.begin(["-s", "-N", "-b", cookies, "\(link[..<query])events"]))
    }

    var port: UInt16 { proxy.port }

    /// Processor time in nanoseconds.
    var processorTime: Int64 { proxy.processorTime }
}
