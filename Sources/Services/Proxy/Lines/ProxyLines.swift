import Forwarding
import LinkEngine
import LinuxIO
import Programs
import Proxy
import Synchronization

/// The lines of a running proxy: the general one, and those of hosts. Any thread may use them.
///
/// The general line is in front of the proxy, between it and its clients, where nothing is known of hosts yet. While
/// hosts have lines of their own it is behind the proxy as theirs are, so that no byte crosses two lines.
final class ProxyLines: ServerLines {
    private struct State {
        var general: FrontLine
        /// nil if the proxy has no general line.
        var front: StreamLine?
        /// The general line while hosts have lines; kept, since connections may still be on it.
        var behind: HostLine?
        var hosts: [HostLine] = []
        /// Lines that were switched off. They shape nothing, and connections may still be on them.
        var retired: [HostLine] = []
    }

    /// Each line is a thread.
    private static let most = 64

    private let connections: Int
    private let clock: RunClock
    private let state: Mutex<State>

    init(general: FrontLine, connections: Int, _ clock: RunClock) {
        self.connections = connections
        self.clock = clock
        state = Mutex(State(general: general))
    }

    /// The general line is open in front of the proxy; nil if there is none.
    func opened(_ front: StreamLine?) throws(CommandFailure) {
        try state.withLock { state throws(CommandFailure) in
            state.front = front
            try place(&state)
        }
    }

    func stop() {
        let lines = state.withLock { $0.hosts + $0.retired + [$0.behind].compactMap { $0 } }
        for line in lines { line.stop() }
    }

    // MARK: Switching

    /// The general line in one sentence; nil without one.
    var words: String? { state.withLock { $0.front == nil ? nil : $0.general.words } }

    /// The lines of hosts, in the order in which they are tried.
    var hosts: [(pattern: String, words: String)] {
        state.withLock { $0.hosts.map { ($0.name, $0.words) } }
    }

    var lossAsDelay: Bool { state.withLock { $0.general.lossAsDelay } }

    func change(to general: FrontLine) throws(CommandFailure) {
        try state.withLock { state throws(CommandFailure) in
            guard state.front != nil else {
                throw CommandFailure(
                    .failed,
                    "the proxy has no line: start it with --profile, or with --line to begin without limits"
                )
            }
            state.general = general
            try place(&state)
        }
    }

    /// Puts these hosts behind a line of their own, or changes it.
    func put(_ pattern: HostPattern, behind front: FrontLine) throws(CommandFailure) {
        try state.withLock { state throws(CommandFailure) in
            if let line = state.hosts.first(where: { $0.hosts == pattern }) { return line.change(to: front) }
            if let place = state.retired.firstIndex(where: { $0.hosts == pattern }) {
                let line = state.retired.remove(at: place)
                line.change(to: front)
                state.hosts.append(line)
            } else {
                guard state.hosts.count + state.retired.count < Self.most else {
                    throw CommandFailure(
                        .failed,
                        "the proxy takes lines for at most \(Self.most) patterns of hosts while it runs"
                    )
                }
                state.hosts.append(
                    try HostLine(to: pattern, front, connections: connections, clock)
                )
            }
            try place(&state)
        }
    }

    /// Ends the line of these hosts.
    func remove(_ pattern: HostPattern) throws(CommandFailure) {
        try state.withLock { state throws(CommandFailure) in
            guard let place = state.hosts.firstIndex(where: { $0.hosts == pattern }) else {
                throw CommandFailure(.failed, "\(pattern) has no line of its own")
            }
            let line = state.hosts.remove(at: place)
            line.change(to: state.general.unlimited)
            state.retired.append(line)
            try self.place(&state)
        }
    }

    /// Shapes the general line's bytes at the one place where it belongs.
    private func place(_ state: inout State) throws(CommandFailure) {
        guard let front = state.front else { return }
        let isBehind = !state.hosts.isEmpty
        if isBehind, state.behind == nil {
            state.behind = try HostLine(to: nil, state.general, connections: connections, clock)
        }
        let unlimited = state.general.unlimited
        front.change(isBehind ? unlimited.parameters : state.general.parameters)
        state.behind?.change(to: isBehind ? state.general : unlimited)
    }

    // MARK: ServerLines

    func line(to server: Destination) -> (any ServerLine)? {
        state.withLock { state in
            if let own = state.hosts.first(where: { $0.hosts?.matches(server) == true }) { return own }
            return state.hosts.isEmpty ? nil : state.behind
        }
    }
}
