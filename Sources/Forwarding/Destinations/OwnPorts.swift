import Synchronization

/// Ports of this machine that lead to the proxy itself, or to its page. Any thread may add one.
package final class OwnPorts: Sendable {
    private let ports: Mutex<Set<UInt16>>

    package init(_ ports: Set<UInt16> = []) {
        self.ports = Mutex(ports)
    }

    package func add(_ port: UInt16) {
        ports.withLock { _ = $0.insert(port) }
    }

    package func contains(_ port: UInt16) -> Bool {
        ports.withLock { $0.contains(port) }
    }
}
