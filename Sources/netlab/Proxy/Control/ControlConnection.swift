import Glibc
import HTTP
import JSON
import LinuxIO
import Proxy

/// Gives one command to a running proxy and waits for its answer.
struct ControlConnection: ~Copyable {
    private let proxy: RunningProxy
    private let port: UInt16
    private var machine = HTTP1ClientConnection()
    private var content: [UInt8] = []

    /// `port` is the one of its clients.
    init(to proxy: RunningProxy, port: UInt16) {
        self.proxy = proxy
        self.port = port
    }

    /// The proxy's state after the command, or what else it answers. `body` is the command's.
    consuming func give(
        _ command: ControlCommand,
        _ body: [UInt8] = []
    ) throws(CommandFailure) -> JSONValue {
        let status: Int
        do {
            status = try exchange(command, body)
        } catch let error as SystemCallError where error.errno == ECONNREFUSED {
            throw RunningProxy.missing(port)
        } catch {
            throw CommandFailure(.failed, "the proxy on port \(port) cannot be reached: \(error)")
        }
        guard status == 200, let document = try? JSONValue(parsing: content) else {
            let text =
                String(decoding: content, as: UTF8.self).split(separator: "\n").first ?? "it did not answer"
            throw CommandFailure(.failed, "the proxy on port \(port): \(text)")
        }
        return document
    }

    /// The response's status; 0 if none came.
    private mutating func exchange(_ command: ControlCommand, _ body: [UInt8]) throws -> Int {
        let client = try ProxyClient(to: proxy.address)
        let (method, target) = command.request
        var head = HTTPRequestHead(
            method: method,
            target: "http://netlab.test\(target)",
            fields: ["Host": "netlab.test", "Authorization": "Bearer \(proxy.token)"]
        )
        if !body.isEmpty { head.fields["Content-Length"] = String(body.count) }
        let start = try machine.begin(head, body.isEmpty ? .none : .length(body.count))
        let frame = try machine.frame(body.count)
        try client.send(start + frame.front + body + frame.back)
        var status = 0
        while true {
            let bytes = try client.receive()
            if bytes.isEmpty { machine.serverClosed() } else { machine.receive(bytes) }
            while let event = try? machine.next() {
                switch event {
                case .head(let head, _): status = head.status
                case .body(let piece): content += piece
                case .end: return status
                case .interim, .switched: break
                }
            }
            if bytes.isEmpty { return status }
        }
    }
}
