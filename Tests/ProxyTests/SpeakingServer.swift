import Glibc
import LinuxIO

/// A server for one client that speaks first, and then sends every byte back. It ends with the client.
final class SpeakingServer {
    let port: UInt16
    private let listener: OwnedDescriptor
    private let thread: WorkerThread

    init(_ greeting: String) throws {
        let raw = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        listener = OwnedDescriptor(owning: raw)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(raw, address, size) == 0 && listen(raw, 1) == 0 && getsockname(raw, address, &size) == 0
            }
        }
        guard isListening else { throw SystemCallError("listen", on: "127.0.0.1", errno: errno) }
        port = UInt16(bigEndian: address.sin_port)
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

    deinit {
        shutdown(listener.raw, Int32(SHUT_RDWR))
        thread.join()
    }
}
