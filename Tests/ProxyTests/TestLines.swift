import Forwarding
import LinuxIO
import Proxy
import Synchronization

/// Lines that shape nothing, and can be switched.
final class TestLines: ServerLines {
    final class Line: ServerLine {
        let name: String
        let carried = Mutex(0)

        init(_ name: String) {
            self.name = name
        }

        func carry(_ server: consuming StreamSocket) -> StreamSocket {
            carried.withLock { $0 += 1 }
            return server
        }
    }

    private let lines = Mutex<[(pattern: HostPattern, line: Line)]>([])

    @discardableResult
    func put(_ pattern: HostPattern) -> Line {
        let line = Line(pattern.description)
        lines.withLock { $0.append((pattern, line)) }
        return line
    }

    func removeAll() {
        lines.withLock { $0 = [] }
    }

    func line(to server: Destination) -> (any ServerLine)? {
        lines.withLock { $0.first { $0.pattern.matches(server) }?.line }
    }
}
