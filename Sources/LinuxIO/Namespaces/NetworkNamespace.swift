internal import CLinux
import Glibc

/// A network namespace, kept alive by the descriptor that names it.
///
/// A namespace is a matter of threads: a thread is in one, threads that it starts inherit it, and a socket stays in
/// the one in which it was made.
package struct NetworkNamespace: ~Copyable, Sendable {
    private static let path = "/proc/thread-self/ns/net"

    private let descriptor: OwnedDescriptor

    private init(descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Borrowed.
    package var raw: Int32 { descriptor.raw }

    /// The one that the calling thread is in.
    package static func current() throws(SystemCallError) -> NetworkNamespace {
        let raw = try systemCall("open", on: path) { netlab_open(path, O_RDONLY | O_CLOEXEC, 0) }
        return NetworkNamespace(descriptor: OwnedDescriptor(owning: raw))
    }

    /// A new, empty one. The calling thread is back where it was when this returns.
    package static func make() throws(SystemCallError) -> NetworkNamespace {
        let before = try current()
        try systemCall("unshare", on: "network namespace") { netlab_unshare_network() }
        let made: NetworkNamespace
        do {
            made = try current()
        } catch {
            try before.enter()
            throw error
        }
        try before.enter()
        return made
    }

    /// Moves the calling thread into it.
    package func enter() throws(SystemCallError) {
        try systemCall("setns", on: "network namespace") { netlab_enter_network(descriptor.raw) }
    }

    /// Runs `body` on the calling thread inside the namespace, and comes back.
    package func run<Value: ~Copyable>(
        _ body: () throws(SystemCallError) -> Value
    ) throws(SystemCallError) -> Value {
        let before = try Self.current()
        try enter()
        let value: Value
        do {
            value = try body()
        } catch {
            try before.enter()
            throw error
        }
        try before.enter()
        return value
    }
}
