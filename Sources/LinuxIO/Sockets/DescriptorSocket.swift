internal import CLinux
import Glibc

/// One end of a local socket between two programs, whose messages can bring descriptors. Each end notices at once if the
/// other is closed.
package final class DescriptorSocket: Sendable {
    private static let mostBytes = 4096

    private let descriptor: OwnedDescriptor

    /// Takes an inherited end over. Programs started from here do not inherit it. A descriptor of anything else, which is
    /// perhaps this program's own, stays as it is.
    package init(handedOn raw: Int32) throws(SystemCallError) {
        for (option, value) in [(SO_DOMAIN, AF_UNIX), (SO_TYPE, Int32(SOCK_SEQPACKET.rawValue))] {
            var found: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            try systemCall("getsockopt", on: "descriptor \(raw)") {
                getsockopt(raw, SOL_SOCKET, option, &found, &length)
            }
            if found != value {
                throw SystemCallError("getsockopt", on: "descriptor \(raw)", errno: EPROTOTYPE)
            }
        }
        try systemCall("fcntl", on: "descriptor \(raw)") { netlab_closed_at_exec(raw, 1) }
        descriptor = OwnedDescriptor(owning: raw)
    }

    private init(_ descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// One end of a new socket, and the other end to pass on. Both are closed at exec.
    package struct Pair: ~Copyable {
        package let here: DescriptorSocket
        package let there: OwnedDescriptor

        package init() throws(SystemCallError) {
            let pair = try LocalPair()
            here = DescriptorSocket(pair.here)
            there = pair.there
        }

        /// This end, once the other one is passed on: while this process keeps a copy, it would not notice the end.
        package consuming func closeOtherEnd() -> DescriptorSocket { here }
    }

    /// For poll. Borrowed.
    package var raw: Int32 { descriptor.raw }

    /// Sends a message that is not empty, with a copy of a descriptor if one is given.
    package func send(_ bytes: [UInt8], _ descriptor: Int32? = nil) throws(SystemCallError) {
        try systemCall("sendmsg", on: "local socket") {
            netlab_send_descriptor(raw, bytes, bytes.count, descriptor ?? -1)
        }
    }

    /// Waits for a message. Its bytes are empty if the other end is closed.
    package func receive() throws(SystemCallError) -> Handed {
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        var handed: Int32 = -1
        while true {
            do {
                let count = try systemCall("recvmsg", on: "local socket") {
                    netlab_receive_descriptor(raw, &bytes, bytes.count, &handed)
                }
                return Handed(bytes: Array(bytes[..<count]), owning: handed)
            } catch  where error.errno == EINTR {
                continue
            }
        }
    }

    /// A message.
    package struct Handed: ~Copyable {
        package let bytes: [UInt8]
        /// nil if it brought none.
        private var descriptor: OwnedDescriptor?

        init(bytes: [UInt8], owning raw: Int32) {
            self.bytes = bytes
            descriptor = raw < 0 ? nil : OwnedDescriptor(owning: raw)
        }

        package consuming func takeDescriptor() -> OwnedDescriptor? { descriptor }
    }
}
