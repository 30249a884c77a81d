import Synchronization

/// A server that keeps all that it gets and says nothing.
final class RawCollector {
    private final class Collected: Sendable {
        let text = Mutex("")
        let hasEnded = Mutex(false)
    }

    private let server: ScriptedServer
    private let collected: Collected

    init() throws {
        let collected = Collected()
        self.collected = collected
        server = try ScriptedServer { peer, _ in
            while true {
                let more = peer.receive()
                if more.isEmpty { break }
                collected.text.withLock { $0 += String(decoding: more, as: UTF8.self) }
            }
            collected.hasEnded.withLock { $0 = true }
        }
    }

    var port: UInt16 { server.port }
    var url: String { server.url }
    var text: String { collected.text.withLock { $0 } }
    var hasEnded: Bool { collected.hasEnded.withLock { $0 } }
}
