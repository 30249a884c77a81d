import Glibc
import LinuxIO

/// A listening socket on a free port of 127.0.0.1, for servers that tests make by hand.
package struct LoopbackListener: ~Copyable, Sendable {
    /// More connections than any test opens at once: the kernel drops those beyond, and they come again after seconds, then
    /// after twice as many.
    private static let mostWaiting: Int32 = 512

    package let port: UInt16
    private let descriptor: OwnedDescriptor

    package init() throws {
        let raw = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        descriptor = OwnedDescriptor(owning: raw)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(raw, address, size) == 0 && listen(raw, Self.mostWaiting) == 0
                    && getsockname(raw, address, &size) == 0
            }
        }
        guard isListening else { throw SystemCallError("listen", on: "127.0.0.1", errno: errno) }
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Borrowed.
    package var raw: Int32 { descriptor.raw }

    /// Ends every `accept`.
    package func shutDown() {
        shutdown(raw, Int32(SHUT_RDWR))
    }
}
