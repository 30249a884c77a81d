internal import CLinux
import Glibc

/// What a kept program has started and left behind: all of it, whatever sessions and parents it has.
struct KeptDescendants {
    /// True: this process is the first of a PID namespace, and all others in it are descendants. False: they are found
    /// in /proc, all of them, because what loses its parent becomes a child of this process.
    let isApart: Bool

    /// True where any is there. Those who have died must have been waited for.
    var remain: Bool {
        // ECHILD: none, dead or alive.
        waitid(P_ALL, 0, nil, WEXITED | WNOHANG | WNOWAIT) == 0
    }

    /// Asks each to end, also those that are stopped.
    func askToEnd() {
        send(SIGTERM)
        send(SIGCONT)
    }

    /// Makes them end. They have when this returns, but for those that the kernel ends with this process.
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
