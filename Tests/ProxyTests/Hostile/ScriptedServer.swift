import Glibc
import LinuxIO
import Synchronization
import TestSupport

/// A server that does on each connection what a test says, at its own time: connections do not wait for each other.
final class ScriptedServer {
    private final class Open: Sendable {
        let peers = Mutex<[(peer: ScriptedPeer, thread: WorkerThread)]>([])
        let accepted = Mutex(0)
    }

    private let listener: LoopbackListener
    private let thread: WorkerThread
    private let open = Open()

    /// `serve` gets the connection and its number, from 0.
    init(_ serve: @escaping @Sendable (ScriptedPeer, Int) -> Void) throws {
        listener = try LoopbackListener()
        let (raw, open) = (listener.raw, open)
        thread = try WorkerThread(name: "test-script") {
            while true {
                let client = accept(raw, nil, nil)
                guard client >= 0 else { return }
                let number = open.accepted.withLock { accepted in
                    defer { accepted += 1 }
                    return accepted
                }
                let peer = ScriptedPeer(client)
                guard
                    let thread = try? WorkerThread(
                        name: "test-peer",
                        {
                            serve(peer, number)
                            peer.end()
                        }
                    )
                else { return }
                open.peers.withLock { $0.append((peer, thread)) }
            }
        }
    }

    var port: UInt16 { listener.port }
    var url: String { "http://127.0.0.1:\(port)" }

    /// Connections so far.
    var accepted: Int { open.accepted.withLock { $0 } }

    deinit {
        listener.shutDown()
        thread.join()
        for (peer, thread) in open.peers.withLock({ $0 }) {
            peer.end()
            thread.join()
        }
    }
}
