import HTTP
import JSON
import LinkEngine
import LinkModel
import Programs
import Scenarios
import Synchronization

/// The line of a running server, which its page may change. Any thread may use it.
final class ServedLine: Sendable {
    private static let missing =
        "There is no line: start netlab serve with --profile, then change the line here."

    private struct State {
        var front: FrontLine
        /// What the user is to be told of.
        var remarks: [String] = []
    }

    /// nil if clients connect to the server directly.
    private let line: StreamLine?
    private let state: Mutex<State>

    init(_ line: StreamLine?, _ front: FrontLine) {
        self.line = line
        state = Mutex(State(front: front))
    }

    /// Changes the line to these settings, `profile` and `set`, for open connections, too.
    func change(to items: QueryItems) throws(CommandFailure) {
        guard let line else { throw CommandFailure(.failed, Self.missing) }
        try state.withLock { state throws(CommandFailure) in
            let front = try FrontLine.of(
                items,
                lossAsDelay: state.front.lossAsDelay,
                command: ServeOptions.command
            )
            line.change(front.parameters)
            state.front = front
            state.remarks.append("the line is now \(front.words)")
        }
    }

    /// What has changed since the last call.
    func takeRemarks() -> [String] {
        state.withLock { state in
            defer { state.remarks = [] }
            return state.remarks
        }
    }

    /// How it is now, and what can be chosen.
    var status: JSONValue {
        [
            "schema": "netlab.serve-status/1",
            "line": line == nil ? nil : .string(state.withLock { $0.front.words }),
            "missing": line == nil ? .string(Self.missing) : nil,
            "profiles": .array(LinkCatalogue.profiles.map { .string($0.name) }),
        ]
    }
}
