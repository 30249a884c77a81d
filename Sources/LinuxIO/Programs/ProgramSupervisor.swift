internal import CLinux
import Glibc
import Wire

/// The process between netlab and a program that it runs: starts it, passes signals on, reaps orphans, and
/// ensures that nothing outlives either of them.
///
/// It is a separate process with one thread. It ends with the program's status, or ends everything once
/// netlab has died.
package struct ProgramSupervisor: ~Copyable {
    /// Time between asking leftover processes to end and killing them.
    private static let graceMilliseconds: Int32 = 500
    /// Statuses of shells for a program that could not be executed.
    private static let notFound: Int32 = 127
    private static let notExecutable: Int32 = 126
    /// Status if the keeper itself failed.
    private static let failed: Int32 = 125

    private let control: ControlSocket
    private let signals: SignalInbox
    private let isApart: Bool
    /// True if this process leads the program's group.
    private let hasGroup: Bool
    private let program: Int32

    /// Does a keeper's work, and exits.
    package static func work(_ call: SupervisorCall) -> Never {
        let status: Int32
        do throws(SystemCallError) {
            let control = try ControlSocket(handedOn: call.control)
            status = try work(call, control)
        } catch {
            status = failed
        }
        exit(status)
    }

    private static func work(
        _ call: SupervisorCall,
        _ control: consuming ControlSocket
    ) throws(SystemCallError) -> Int32 {
        _ = netlab_name_thread("netlab-keeper")
        // Always checked: outside a PID namespace, ending "all processes" would mean the whole machine.
        let isApart = call.isApart && getpid() == 1
        if !isApart { try systemCall("prctl") { netlab_become_subreaper() } }
        // A process that ignores SIGCHLD is never told of its children's deaths.
        signal(SIGCHLD, SIG_DFL)
        let signals = try SignalInbox.hearingOnly(SIGCHLD)
        switch call.streams {
        case .shared: break
        case .terminal: takeTheTerminal()
        case .background: try leaveTheForeground()
        case .none: try leaveTheTerminal()
        }
        guard !call.isHeld || isWanted(control) else { return failed }
        let program: Int32
        do throws(SystemCallError) {
            program = try start(RawWords.last(Int(CommandLine.argc) - SupervisorCall.length))
        } catch {
            control.send(.refused(error.errno))
            return error.errno == ENOENT ? notFound : notExecutable
        }
        let keeper = ProgramSupervisor(
            control: control,
            signals: signals,
            isApart: isApart,
            hasGroup: call.streams == .terminal,
            program: program
        )
        return keeper.keep()
    }

    /// The kernel would stop a process that does this in the background, but a keeper ignores all signals.
    private static func takeTheTerminal() {
        setpgid(0, 0)
        tcsetpgrp(STDIN_FILENO, getpgrp())
    }

    /// Moves to a group of its own, which the terminal's keys do not signal.
    private static func leaveTheForeground() throws(SystemCallError) {
        setpgid(0, 0)
        try redirectToNull(in: [STDIN_FILENO])
        try systemCall("dup2") { dup2(STDERR_FILENO, STDOUT_FILENO) }
    }

    private static func leaveTheTerminal() throws(SystemCallError) {
        setsid()
        try redirectToNull(in: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO])
    }

    private static func redirectToNull(in streams: [Int32]) throws(SystemCallError) {
        let nothing = OwnedDescriptor(
            owning: try systemCall("open", on: "/dev/null") {
                netlab_open("/dev/null", O_RDWR | O_CLOEXEC, 0)
            }
        )
        for stream in streams { try systemCall("dup2") { dup2(nothing.raw, stream) } }
    }

    /// Waits for the start message; false if it will never come.
    private static func isWanted(_ control: borrowing ControlSocket) -> Bool {
        while true {
            Readiness.wait(for: [control.raw])
            switch control.receive() {
            case .message(.start): return true
            case .message, .nothing: continue
            case .end: return false
            }
        }
    }

    private static func start(_ words: [[UInt8]]) throws(SystemCallError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe") { netlab_report_pipe(&ends) }
        let reading = OwnedDescriptor(owning: ends[0])
        let list = CStringList(words)
        let program: Int32
        do {
            let writing = OwnedDescriptor(owning: ends[1])
            program = try systemCall("fork") { netlab_start_program(list.raw, writing.raw) }
        }
        var reason: Int32 = 0
        // If the program was executed, the pipe closes without data.
        let count = try systemCall("read", on: "pipe") { read(reading.raw, &reason, 4) }
        guard count == 4 else { return program }
        waitpid(program, nil, 0)
        throw SystemCallError("exec", errno: reason == EACCES && !isThere(words[0]) ? ENOENT : reason)
    }

    /// Distinguishes a missing program from one that may not be executed. exec reports an unsearchable folder
    /// in PATH as the latter; shells report that there is no such program.
    private static func isThere(_ word: [UInt8]) -> Bool {
        let name = String(decoding: word, as: UTF8.self)
        if name.contains("/") { return true }
        let path = ProgramEnvironment.own["PATH"] ?? "/bin:/usr/bin"
        return path.split(separator: ":").contains { WholeFile.exists("\($0)/\(name)") }
    }

    // MARK: While it runs

    private consuming func keep() -> Int32 {
        while true {
            Readiness.wait(for: [control.raw, signals.raw])
            guard passMessagesOn() else {
                KeptDescendants(isApart: isApart).end()
                return Self.failed
            }
            while signals.take() != nil {}
            guard let ending = reap() else { continue }
            let left = KeptDescendants(isApart: isApart)
            left.askToEnd()
            wait(for: left)
            left.end()
            return ending.status
        }
    }

    /// False if netlab has died.
    private func passMessagesOn() -> Bool {
        while true {
            switch control.receive() {
            case .message(.signal(let number)):
                // A program that made its own group, as shells do, is not in this one.
                if number == SIGCONT, hasGroup { kill(0, SIGCONT) }
                kill(program, number)
            case .message: continue
            case .nothing: return true
            case .end: return false
            }
        }
    }

    /// Reaps all dead children, and returns how the program ended if it is among them.
    private func reap() -> ProgramEnding? {
        var ending: ProgramEnding?
        while true {
            var status: Int32 = 0
            let child = waitpid(-1, &status, WNOHANG | WUNTRACED | WCONTINUED)
            if child <= 0 { return ending }
            guard child == program else { continue }
            if netlab_has_stopped(status) != 0 {
                control.send(.stopped(netlab_stopping_signal(status)))
            } else if netlab_has_continued(status) != 0 {
                control.send(.continued)
            } else if netlab_has_exited(status) != 0 {
                ending = .exited(netlab_exit_code(status))
            } else {
                ending = .killed(by: netlab_ending_signal(status))
            }
        }
    }

    /// Waits for the last of them to end, up to the grace time.
    private func wait(for left: KeptDescendants) {
        let start = RunClock()
        while left.remain {
            let spent = start.now().nanoseconds / 1_000_000
            guard spent < Int64(Self.graceMilliseconds) else { return }
            Readiness.wait(
                for: [control.raw, signals.raw],
                milliseconds: Self.graceMilliseconds - Int32(spent)
            )
            while signals.take() != nil {}
            _ = reap()
            guard passMessagesOn() else { return }
        }
    }
}
