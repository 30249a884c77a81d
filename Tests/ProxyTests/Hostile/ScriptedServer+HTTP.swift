import Proxy

extension ScriptedServer {
    /// The start of an answer, up to its fields.
    static let ok = "HTTP/1.1 200 OK\r\n"
    static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

    /// What a proxy's client asks it for.
    func get(_ path: String) -> String { "GET \(url)\(path) HTTP/1.1\r\nHost: x\r\n\r\n" }

    /// A proxy that waits for answers no longer than the tests do.
    static func bench(_ change: (inout ProxySettings) -> Void = { _ in }) throws -> ProxyBench {
        try ProxyBench(change: { settings in
            settings.waits.answer = 300_000_000
            change(&settings)
        })
    }
}
