internal import CLinux
import Glibc

/// A program that ends with this process, together with everything it starts; the parent's view.
///
/// Between the two is a keeper, another instance of this process's own program (`ProgramSupervisor`). If the
/// kernel allows it, the keeper is the first process of a PID namespace, so that nothing can outlive it.
///
/// Made and used on one thread, which must live as long as the program: the kernel ends the keeper with the
/// thread.
package final class SupervisedProgram {
    /// What happens to the program before its end.
    package enum News: Hashable, Sendable {
        case stopped(by: Int32)
        case continued
        case refused(SystemCallError)
    }

    /// Process id of the keeper. If the program has the terminal, it is also the program's group.
    package let identifier: Int32
    private let control: ControlSocket
    private let name: String
    private var ending: ProgramEnding?

    /// Starts the program in the calling thread's namespaces. It inherits the descriptors of `handedOn` and
    /// the standard streams.
    package init(_ order: ProgramOrder, handedOn: [Int32] = []) throws(SystemCallError) {
        name = order.words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let pair = try ControlSocket.Pair()
        let end = pair.there.raw
        let kept = Set(handedOn + [0, 1, 2, end]).sorted()
        let environment = CStringList(order.environment.entries)
        func start(isApart: Bool) throws(SystemCallError) -> Int32 {
            let call = SupervisorCall(
                control: end,
                isApart: isApart,
                isHeld: order.isHeld,
                streams: order.streams
            )
            let words = CStringList(call.words(keeping: order.words))
            return try systemCall("clone", on: "a program's keeper") {
                netlab_start_keeper(
                    isApart ? 1 : 0,
                    "/proc/self/exe",
                    words.raw,
                    environment.raw,
                    kept,
                    Int32(kept.count),
                    end
                )
            }
        }
        if let apart = try? start(isApart: true) {
            identifier = apart
        } else {
            identifier = try start(isApart: false)
        }
        // The keeper has its own copy of the other end by now.
        control = pair.here
    }

    deinit {
        _ = finish()
    }

    /// For poll: readable if there is news, or at the end. Borrowed.
    package var raw: Int32 { control.raw }

    /// Starts a program that was held.
    package func start() {
        control.send(.start)
    }

    /// Sends a signal to the program only, not to its children. SIGCONT goes to its whole group, if it has
    /// one.
    package func send(_ signal: Int32) {
        control.send(.signal(signal))
    }

    /// News since the last call, and whether the program and everything it started have ended.
    package func takeNews() -> (news: [News], isOver: Bool) {
        var news: [News] = []
        while true {
            switch control.receive() {
            case .message(.stopped(let signal)): news.append(.stopped(by: signal))
            case .message(.continued): news.append(.continued)
            case .message(.refused(let errno)):
                news.append(.refused(SystemCallError("exec", on: name, errno: errno)))
            case .message: continue
            case .nothing: return (news, false)
            case .end: return (news, true)
            }
        }
    }

    /// True if the program and everything it started have ended by themselves. Does not consume news.
    package var hasEnded: Bool { ending != nil || control.hasEnded }

    /// Ends the program and everything it started if necessary, and returns how it ended. Reports the
    /// keeper's own death by a signal as the program's. Later calls return the same.
    @discardableResult
    package func finish() -> ProgramEnding {
        if let ending { return ending }
        control.hangUp()
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) == -1, netlab_errno() == EINTR {}
        let ended: ProgramEnding =
            netlab_has_exited(status) != 0
            ? .exited(netlab_exit_code(status)) : .killed(by: netlab_ending_signal(status))
        ending = ended
        return ended
    }
}
