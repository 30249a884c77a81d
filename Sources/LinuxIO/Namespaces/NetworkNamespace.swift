internal import CLinux
import Glibc

/// A network namespace, kept alive by its descriptor.
///
/// Namespaces belong to threads: each thread is in one, new threads inherit it, and a socket stays in the
/// namespace in which it was made.
package struct NetworkNamespace: ~Copyable, Sendable {
    private static let path = "/proc/thread-self/ns/net"

    private let descriptor: OwnedDescriptor

    private init(descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Borrowed.
    package var raw: Int32 { descriptor.raw }

    /// The namespace of the calling thread.
    package static func current() throws(SystemCallError) -> NetworkNamespace {
        let raw = try systemCall("open", on: path) { netlab_open(path, O_RDONLY | O_CLOEXEC, 0) }
        return NetworkNamespace(descriptor: OwnedDescriptor(owning: raw))
    }

    /// Creates an empty namespace. The calling thread is back in its own when this returns.
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

    /// Moves the calling thread into the namespace.
    package func enter() throws(SystemCallError) {
        try systemCall("setns", on: "network namespace") { netlab_enter_network(descriptor.raw) }
    }

    /// Runs `body` on the calling thread inside the namespace, and returns to the former one.
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
