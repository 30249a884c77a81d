import Glibc
import HTTP
package import JSON
import LinuxIO
package import Programs
package import Proxy

/// Gives one command to a running proxy and waits for its answer.
package struct ControlConnection {
    private let proxy: RunningProxy
    private let port: UInt16

    /// `port` is the one of its clients.
    package init(to proxy: RunningProxy, port: UInt16) {
        self.proxy = proxy
        self.port = port
    }

    /// The proxy's state after the command, or what else it answers. `body` is the command's.
    package func give(_ command: ControlCommand, _ body: [UInt8] = []) throws(CommandFailure) -> JSONValue {
        let exchange: WholeExchange
        do {
            exchange = try self.exchange(command, body)
        } catch let error as SystemCallError where error.errno == ECONNREFUSED {
            throw RunningProxy.missing(port)
        } catch {
            throw CommandFailure(.failed, "the proxy on port \(port) cannot be reached: \(error)")
        }
        guard exchange.status == 200, let document = try? JSONValue(parsing: exchange.content) else {
            let text =
                String(decoding: exchange.content, as: UTF8.self).split(separator: "\n").first
                ?? "the proxy did not answer"
            throw CommandFailure(.failed, "the proxy on port \(port): \(text)")
        }
        return document
    }

    private func exchange(_ command: ControlCommand, _ body: [UInt8]) throws -> WholeExchange {
        let client = try ProxyClient(to: proxy.address)
        let (method, target) = command.request
        var head = HTTPRequestHead(
            method: method,
            target: "http://netlab.test\(target)",
            fields: ["Host": "netlab.test", "Authorization": "Bearer \(proxy.token)"]
        )
        if !body.isEmpty { head.fields["Content-Length"] = String(body.count) }
        var exchange = try WholeExchange(head, body)
        try client.send(exchange.request)
        while true {
            let bytes = try client.receive()
            // What is no answer counts as none.
            guard let isWhole = try? exchange.receive(bytes), !isWhole else { return exchange }
        }
    }
}
