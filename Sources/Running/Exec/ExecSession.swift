import Analysis
import BenchControl
import Experiments
import Glibc
import Grounds
import LinuxIO
package import Programs
import Reports
import Runs
import Testbed

/// One `netlab exec`: the bench, its servers, the command, and the final report.
package final class ExecSession {
    /// How long a stopped command may take to continue before netlab stops, too. If the terminal stopped
    /// both, both continue together.
    private static let pauseMilliseconds: Int32 = 100
    /// Signals to netlab that are passed on to the command.
    private static let passedOn = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGCONT]

    private let options: ExecOptions
    private let plan: ExecPlan
    private let console: Console
    private let signals: SignalInbox
    private let terminal = ControllingTerminal()
    /// True if the command gets the terminal and netlab goes into the background.
    private let hasTerminal: Bool

    package init(_ options: ExecOptions, _ plan: ExecPlan, _ console: Console) throws(CommandFailure) {
        self.options = options
        self.plan = plan
        self.console = console
        hasTerminal = terminal?.isOursAlone == true
        // A closed pipe must be reported by the write, and children must be waited for.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGCHLD, SIG_DFL)
        do {
            signals = try SignalInbox(Self.passedOn)
        } catch {
            throw CommandFailure(.failed, "cannot receive signals: \(error)")
        }
    }

    package func run() throws(CommandFailure) -> ExitStatus {
        let lock = MachineLock.ofCommand(on: console)
        defer { extendLifetime(lock) }
        if plan.isUnlimited, !options.isQuiet {
            console.note("netlab: the line is unlimited: --profile or --scenario chooses another")
        }
        do {
            let place = ExecPlace(options, plan, console)
            let bench = try place.bench()
            let control = try place.control(beside: bench)
            defer { control.stop() }
            try place.startSocketMaker(saying: control.url)
            let environment = GuestEnvironment.make(bench, control: control.url)
            if bench.trust == nil {
                console.warn(
                    "no program will trust the origin's HTTPS: this machine has no certificate bundle to extend"
                )
            }
            if let objection = bench.objectionToNames { console.warn(objection) }
            let servers = try startServers(on: bench, environment)
            // A signal that arrived by now prevents the start.
            while let early = signals.take() {
                if early.number != SIGCONT { return ExitStatus(rawValue: 128 + early.number) }
            }
            let order = ProgramOrder(
                options.command,
                environment: environment,
                streams: hasTerminal ? .terminal : .shared
            )
            let command = try bench.start(order)
            let status = try attend(command)
            for (line, server) in zip(options.servers, servers) { end(server, line) }
            let report = bench.finish()
            if let capture = options.capture { MadeRuns().note(capture: capture) }
            return try settle(report, status)
        } catch let error as CommandFailure {
            throw error
        } catch let error as BenchError {
            throw CommandFailure(.guestFailure, error.message, advice: error.advice)
        } catch {
            throw CommandFailure(.guestFailure, "\(options.name) could not be started: \(error)")
        }
    }

    /// Options allow servers only with packets.
    private func startServers(
        on bench: any GuestGround,
        _ environment: ProgramEnvironment
    ) throws -> [SupervisedProgram] {
        guard let bench = bench as? GuestBench else { return [] }
        return try options.servers.map { try serve($0, in: environment, on: bench) }
    }

    private func serve(
        _ line: String,
        in environment: ProgramEnvironment,
        on bench: GuestBench
    ) throws -> SupervisedProgram {
        let words = ["/bin/sh", "-c", line].map { Array($0.utf8) }
        let order = ProgramOrder(words, environment: environment, streams: .background)
        let server = try bench.serve(order) { [signals] in signals.hasMail }
        guard !server.hasEnded else {
            let status = server.finish().status
            throw CommandFailure(
                .guestFailure,
                "the server `\(line)` ended with status \(status) before the command was started",
                advice: "it must stay in the foreground: netlab ends it after the command"
            )
        }
        return server
    }

    /// Ends a server, and warns if it had already failed by itself: the command may have missed it.
    private func end(_ server: SupervisedProgram, _ line: String) {
        let hadEnded = server.hasEnded
        let status = server.finish().status
        if hadEnded, status != 0 {
            console.warn("the server `\(line)` ended by itself with status \(status)")
        }
    }

    // MARK: While the command runs

    private func attend(_ command: SupervisedProgram) throws(CommandFailure) -> ExitStatus {
        var isStopped = false
        var refusal: SystemCallError?
        while true {
            let pause: Int32? = isStopped ? Self.pauseMilliseconds : nil
            let ready = Readiness.wait(for: [command.raw, signals.raw], milliseconds: pause)
            while let signal = signals.take() { pass(signal, to: command) }
            let (news, isOver) = command.takeNews()
            for item in news {
                switch item {
                case .stopped: isStopped = !resume(command)
                case .continued: isStopped = false
                case .refused(let error): refusal = error
                }
            }
            if isOver { break }
            if isStopped, !ready.contains(true) {
                stopToo()
                isStopped = false
            }
        }
        let ending = command.finish()
        terminal?.takeBack()
        if let refusal {
            console.report(CommandFailure(.guestFailure, "\(options.name): \(refusal.reason)"))
        } else if case .killed(let signal) = ending {
            throw CommandFailure(.guestFailure, "the command's parent was killed by signal \(signal)")
        }
        return ExitStatus(rawValue: ending.status)
    }

    private func pass(_ signal: SignalInbox.Arrival, to command: SupervisedProgram) {
        if signal.number == SIGCONT, hasTerminal { terminal?.give(to: command.identifier) }
        // The terminal's signals already reach a command in the same group.
        if signal.isFromProcess || hasTerminal { command.send(signal.number) }
    }

    /// Continues a command that stopped because it lacked the terminal, if it can have it now; true if it
    /// did. A shell can bring netlab back into the foreground without a signal while both are running.
    private func resume(_ command: SupervisedProgram) -> Bool {
        guard hasTerminal, let terminal, terminal.isInForeground else { return false }
        terminal.give(to: command.identifier)
        command.send(SIGCONT)
        return true
    }

    /// Stops netlab as well, so that its parent sees the command stop. A signal that continues netlab is
    /// passed on.
    private func stopToo() {
        terminal?.takeBack()
        kill(getpid(), SIGSTOP)
    }

    // MARK: Afterwards

    private func settle(_ report: GuestSummary, _ status: ExitStatus) throws(CommandFailure) -> ExitStatus {
        let doubts = EmulationTrust.doubts(
            latenessP99: report.latenessP99,
            captureDrops: report.captureDrops,
            shortage: report.shortage,
            lostPackets: report.lostPackets
        )
        for (reason, count) in report.failedSessions.sorted(by: { $0.key < $1.key }) {
            console.warn("HTTPS failed \(count == 1 ? "once" : "\(count) times") at the origin: \(reason)")
        }
        if !report.failedSessions.isEmpty {
            for objection in report.browserObjections { console.warn(objection) }
        }
        for doubt in doubts { console.warn("the line cannot be trusted: \(doubt.words)") }
        guard report.failures.isEmpty else {
            throw CommandFailure(.guestFailure, report.failures.joined(separator: "; "))
        }
        return status
    }
}
