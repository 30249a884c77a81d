import CTrace
import Glibc

/// A program whose system calls are counted, and one of them disturbed. Its threads and children are part of it.
struct TracedProgram {
    private struct Thread {
        var process: pid_t
        var loader: Range<UInt64>
        /// A new thread stops once before it runs.
        var hasBegun = false
        /// What the program will see at the exit of the call it is in.
        var answer: Int64?
    }

    private let fault: Fault?
    private let program: pid_t
    private var threads: [pid_t: Thread] = [:]
    private var tally = CallTally()
    private var hit = "missed"
    /// How the program itself ended, as waitpid says.
    private var ending: Int32?

    init?(_ path: String, arguments: [String], fault: Fault?) {
        self.fault = fault
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        program = trace_start(path, &words)
        var status: Int32 = 0
        guard program > 0, waitpid(program, &status, 0) == program, trace_follow(program) == 0 else {
            return nil
        }
        threads[program] = Thread(process: program, loader: 0..<0, hasBegun: true)
        trace_resume(program, 0)
    }

    /// Processes that are left when the program itself has ended have this long.
    private static let lastSeconds: UInt32 = 2

    /// Runs it to the end. The result is lines: the calls, the fault, the ending.
    mutating func run(on started: (pid_t) -> Void) -> [String] {
        started(program)
        var status: Int32 = 0
        while true {
            let thread = waitpid(-1, &status, __WALL)
            if thread < 0, errno == EINTR {
                if ending != nil, TracerSignals.isLate { break }
                continue
            }
            guard thread > 0 else { break }
            if let raw = stopped(status) { stop(of: thread, raw, status) } else { end(of: thread, status) }
        }
        let left = Set(threads.values.map(\.process)).subtracting([program]).count
        return tally.lines + ["fault\t\(hit)", "left\t\(left)", "ended\t\(words(of: ending ?? 0))"]
    }

    private func stopped(_ status: Int32) -> Int32? {
        status & 0xFF == 0x7F ? (status >> 8) & 0xFF : nil
    }

    private func words(of status: Int32) -> String {
        status & 0x7F == 0 ? "status \((status >> 8) & 0xFF)" : "signal \(status & 0x7F)"
    }

    private mutating func end(of thread: pid_t, _ status: Int32) {
        threads[thread] = nil
        guard thread == program else { return }
        ending = status
        alarm(Self.lastSeconds)
    }

    private mutating func stop(of thread: pid_t, _ signal: Int32, _ status: Int32) {
        let event = status >> 16
        if signal == SIGTRAP | 0x80 {
            atCall(of: thread)
        } else if event == Int32(PTRACE_EVENT_EXEC.rawValue) {
            threads[thread]?.loader = ProcessFiles.loader(of: thread)
        } else if event != 0 {
            noteNewcomer(of: thread, isThread: event == Int32(PTRACE_EVENT_CLONE.rawValue))
        } else if signal == SIGSTOP, threads[thread]?.hasBegun != true {
            threads[thread, default: Thread(process: thread, loader: 0..<0)].hasBegun = true
        } else {
            trace_resume(thread, signal)
            return
        }
        trace_resume(thread, 0)
    }

    /// A newcomer may stop before or after its maker reports it.
    private mutating func noteNewcomer(of maker: pid_t, isThread: Bool) {
        let newcomer = trace_newcomer(maker)
        guard newcomer > 0, let made = threads[maker] else { return }
        let known = threads[newcomer]
        let process = isThread ? made.process : newcomer
        // One that was fast has begun another program by now, which has a loader of its own.
        let loader = known.flatMap { $0.loader.isEmpty ? nil : $0.loader } ?? made.loader
        threads[newcomer] = Thread(process: process, loader: loader, hasBegun: known?.hasBegun ?? false)
    }

    private mutating func atCall(of thread: pid_t) {
        var stop = trace_stop()
        guard trace_look(thread, &stop) == 0 else { return }
        if stop.is_entry == 0 {
            if let answer = threads[thread]?.answer { trace_answer(thread, answer) }
            threads[thread]?.answer = nil
            return
        }
        guard let call = WalkedCall.byNumber[stop.number],
            threads[thread]?.loader.contains(stop.instruction) != true
        else { return }
        let name = ProcessFiles.name(of: thread)
        let subject = CallSubject(of: call, stop, thread: thread, process: threads[thread]?.process ?? thread)
        let number = tally.count(call.name, on: subject.kind, by: name)
        guard let fault, fault.isAt(name, call.name, subject.kind, number) else { return }
        hit = subject.name
        disturb(call, fault.effect, stop, thread)
    }

    private mutating func disturb(_ call: WalkedCall, _ effect: Effect, _ stop: trace_stop, _ thread: pid_t) {
        switch effect {
        case .kills:
            kill(program, SIGKILL)
        case .fails(let number):
            threads[thread]?.answer = -Int64(number)
            // Linux closes the descriptor in any case.
            if call.name != "close" { trace_skip(thread) }
        case .isShort:
            trace_count(thread, 1)
        }
    }
}
