import Glibc
import LinuxIO
import TestSupport

/// A server for one client that speaks first, and then sends every byte back. It ends with the client.
final class SpeakingServer {
    private let listener: LoopbackListener
    private let thread: WorkerThread

    init(_ greeting: String) throws {
        listener = try LoopbackListener()
        let raw = listener.raw
        thread = try WorkerThread(name: "test-speak") {
            let client = accept(raw, nil, nil)
            guard client >= 0 else { return }
            defer { close(client) }
            var bytes = Array(greeting.utf8)
            repeat {
                guard send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
                bytes = [UInt8](repeating: 0, count: 4096)
                let count = recv(client, &bytes, bytes.count, 0)
                bytes.removeSubrange(max(0, count)...)
            } while !bytes.isEmpty
        }
    }

    var port: UInt16 { listener.port }

    deinit {
        listener.shutDown()
        thread.join()
    }
}
