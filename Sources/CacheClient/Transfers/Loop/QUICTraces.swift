internal import Logs
import Synchronization
internal import Wire

/// What the client sent on its HTTP/3 connections, once they have ended. Any thread may use it.
final class QUICTraces: Sendable {
    private let kept = Mutex<[QUICLogEntry]>([])

    func add(_ trace: QUICTrace, port: UInt16) {
        kept.withLock { $0 += QUICLogEntry.entries(trace, clientPort: port, .client) }
    }

    var entries: [QUICLogEntry] { kept.withLock { $0 } }
}
