package import Grounds
import HTTP
package import JSON
import LinuxIO

/// Asks a control for benches. Each question has a connection and a thread of its own, so that none waits on Swift's pool.
package struct ControlClient: Sendable {
    private static let scheme = "http://"
    private static let piece = 65_536
    private static let patience: Int32 = 1

    private let address: SocketAddress
    /// What leads to the control, without a slash at its end.
    private let path: String
    /// Makes the connections; nil if this process is on the client's host itself.
    package let sockets: SocketMakerClient?

    /// nil if the URL is none of a control.
    package init?(url: String, over sockets: SocketMakerClient? = nil) {
        self.sockets = sockets
        guard url.hasPrefix(Self.scheme) else { return nil }
        let rest = url.dropFirst(Self.scheme.count)
        let place = rest.prefix { $0 != "/" }
        let parts = place.split(separator: ":")
        guard parts.count <= 2, let host = parts.first, let port = parts.count == 2 ? UInt16(parts[1]) : 80,
            let address = SocketAddress(String(host), port: port)
        else { return nil }
        self.address = address
        let path = rest.dropFirst(place.count)
        self.path = path == "/" ? "" : String(path)
    }

    /// The control's answer: a document. `target` begins with a slash.
    package func ask(
        _ method: String,
        _ target: String,
        _ content: [UInt8] = []
    ) async throws(BenchError) -> JSONValue {
        let answer: Result<JSONValue, BenchError> = await withCheckedContinuation { continuation in
            do throws(SystemCallError) {
                let thread = try WorkerThread(name: "netlab-ask") {
                    continuation.resume(
                        returning: Result { () throws(BenchError) in
                            try wait(method, target, content)
                        }
                    )
                }
                thread.leave()
            } catch {
                continuation.resume(
                    returning: .failure(BenchError("no thread could be started: \(error)"))
                )
            }
        }
        return try answer.get()
    }

    /// The same on the calling thread, which waits.
    package func wait(
        _ method: String,
        _ target: String,
        _ content: [UInt8] = []
    ) throws(BenchError) -> JSONValue {
        let (status, bytes): (Int, [UInt8])
        do {
            (status, bytes) = try exchange(method, target, content)
        } catch {
            throw BenchError(
                "the control at \(address) cannot be reached: \(error)",
                advice: "the control ends with the `netlab` that started it"
            )
        }
        let document = try? JSONValue(parsing: bytes)
        if (200..<300).contains(status), let document { return document }
        guard let text = document?["error"]?.text else {
            throw BenchError("the control at \(address) answered \(status) to \(method) \(target)")
        }
        throw BenchError(text, advice: document?["advice"]?.text)
    }

    private func exchange(
        _ method: String,
        _ target: String,
        _ content: [UInt8]
    ) throws -> (status: Int, content: [UInt8]) {
        let socket = try sockets?.connecting(to: address) ?? StreamSocket.connecting(to: address)
        while !socket.isConnected {
            if let error = socket.takeError() { throw error }
            Readiness.wait(for: [socket.raw], milliseconds: Self.patience)
        }
        var head = HTTPRequestHead(method: method, target: path + target, fields: ["Host": "\(address)"])
        if method != "GET" { head.fields["Content-Length"] = String(content.count) }
        var exchange = try WholeExchange(head, content)
        var rest = exchange.request[...]
        while !rest.isEmpty {
            let count = try socket.send(rest, [], isLast: true)
            rest = rest.dropFirst(count)
            if count == 0 { Readiness.wait(for: [socket.raw], milliseconds: Self.patience) }
        }
        while true {
            guard let bytes = try socket.receive(atMost: Self.piece) else {
                Readiness.wait(for: [socket.raw])
                continue
            }
            if try exchange.receive(bytes) { return (exchange.status, exchange.content) }
        }
    }
}
