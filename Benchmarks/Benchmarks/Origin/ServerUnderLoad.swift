import Experiments
import HTTP
import LinuxIO
import Wire

/// A running server of the benchmark, with what its tasks need. It ends with this object.
final class ServerUnderLoad {
    private static let loopback: UInt32 = 0x7F00_0001
    /// Attempts, every ten milliseconds, until it answers.
    private static let patience = 500
    private static let pause: Int32 = 10

    /// Result of one load.
    struct Load {
        var requests: Int
        /// Nanoseconds per request.
        var processorTime: Double
        /// Number of failed requests.
        var failures: Int
        var perSecond: Double
    }

    let port: UInt16
    let hasTLS: Bool
    private let running: RunningTool

    init(_ server: WebServer, _ site: BenchSite, hasTLS: Bool = false, log: String? = nil) throws {
        guard let tool = server.tool else { throw ExperimentError("\(server.rawValue) is not here") }
        let port = try Self.freePort()
        self.port = port
        self.hasTLS = hasTLS
        var arguments = try server.arguments(site, port: port, hasTLS: hasTLS)
        if log != nil { arguments = arguments.filter { $0 != "--quiet" } + ["--log", "json"] }
        running = try tool.begin(arguments, printingTo: log)
        for _ in 0..<Self.patience {
            Readiness.wait(for: [], milliseconds: Self.pause)
            if (try? Self.connection(port)) != nil { return }
        }
        throw ExperimentError("\(server.rawValue) does not answer on port \(port)")
    }

    static func freePort() throws -> UInt16 {
        try ListeningSocket(
            SocketAddress(address: loopback, port: 0),
            backlog: 1,
            congestion: nil,
            sendBuffer: nil
        ).address.port
    }

    static func connection(_ port: UInt16) throws -> ProbeSocket {
        let socket = try ProbeSocket.stream()
        try socket.connect(SocketAddress(address: loopback, port: port))
        return socket
    }

    func connect() throws -> ProbeSocket { try Self.connection(port) }

    func url(_ path: String) -> String { "\(hasTLS ? "https" : "http")://127.0.0.1:\(port)/\(path)" }

    var residentBytes: Int64 { running.residentBytes }

    /// Requests one path repeatedly over `connections`.
    func load(_ wrk: ToolRun, _ path: String, connections: Int = 8, seconds: Int, header: String? = nil)
        throws
        -> Load
    {
        let before = running.processorTime
        let report = try wrk.output(
            ["-t1", "-c\(connections)", "-d\(seconds)s"] + (header.map { ["-H", $0] } ?? []) + [url(path)]
        )
        let spent = running.processorTime - before
        guard let requests = LoadReport.requests(report), requests > 0 else {
            throw ExperimentError("wrk told no number of requests: \(report)")
        }
        return Load(
            requests: requests,
            processorTime: Double(spent) / Double(requests),
            failures: LoadReport.failures(report),
            perSecond: Double(requests) / Double(seconds)
        )
    }

    /// The entity tag of a file.
    func entityTag(of path: String) throws -> String {
        let socket = try connect()
        let request = "GET /\(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        _ = try Array(request.utf8).withUnsafeBytes { try socket.send($0) }
        var buffer = [UInt8](repeating: 0, count: 2000)
        let count = try buffer.withUnsafeMutableBytes { try socket.receive(into: $0) }
        let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\r\n")
        guard let line = lines.first(where: { $0.lowercased().hasPrefix("etag: ") }) else {
            throw ExperimentError("no ETag on \(url(path))")
        }
        return String(line.dropFirst(6))
    }
}
