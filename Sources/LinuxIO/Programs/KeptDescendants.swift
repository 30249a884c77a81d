internal import CLinux
import Glibc

/// All processes that a kept program left behind, whatever their sessions and parents.
struct KeptDescendants {
    /// True if this process is the first of a PID namespace, in which all others are descendants. False if
    /// descendants must be found in /proc; orphans become children of this process.
    let isApart: Bool

    /// True if any process is left. Dead ones must have been reaped.
    var remain: Bool {
        // ECHILD means that there are none, dead or alive.
        waitid(P_ALL, 0, nil, WEXITED | WNOHANG | WNOWAIT) == 0
    }

    /// Asks each process to end, including stopped ones.
    func askToEnd() {
        send(SIGTERM)
        send(SIGCONT)
    }

    /// Ends all processes. They have ended when this returns, except those that the kernel ends with this
    /// process.
    func end() {
        guard !isApart else { return }
        while remain {
            send(SIGKILL)
            if waitpid(-1, nil, 0) <= 0 { return }
        }
    }

    private func send(_ signal: Int32) {
        guard !isApart else {
            kill(-1, signal)
            return
        }
        for process in ProcessTree.allBelow(getpid()) { kill(process, signal) }
    }
}
