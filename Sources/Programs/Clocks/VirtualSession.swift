import Glibc
package import LinuxIO
package import VirtualTime

/// Runs one command in virtual time: the same program with the same arguments, inside a guest.
package final class VirtualSession {
    /// Nanoseconds that a guest's clock may stand still before the user is warned.
    private static let patience: Int64 = 8_000_000_000
    /// Nanoseconds that it may stand still before an interrupted guest is ended.
    private static let grace: Int64 = 3_000_000_000

    private let kernel: VirtualKernel
    private let console: Console
    private let signals: StopSignals
    /// What runs inside, in words for people.
    private let program: String
    /// Standard input of the program.
    private let input: [UInt8]
    /// The run's folder; nil uses the one in the command's arguments.
    private let folder: String?
    /// File in which the guest notes the folders of its runs; nil if nobody asks.
    private let finished: String?

    package init(
        _ kernel: VirtualKernel,
        _ console: Console,
        _ signals: StopSignals,
        program: String = "netlab",
        input: [UInt8] = [],
        folder: String? = nil,
        finished: String? = nil
    ) {
        self.finished = finished
        self.input = input
        self.program = program
        self.kernel = kernel
        self.console = console
        self.signals = signals
        self.folder = folder
    }

    /// Runs this process's own arguments, which start `program` for the user, with the contents of standard
    /// input.
    package static func run(
        _ program: String,
        on kernel: VirtualKernel,
        _ console: Console
    ) throws(CommandFailure) -> ExitStatus {
        let signals = try StopSignals.ofCommand()
        guard let input = try GuestInput.read(console, signals) else { return .interrupted }
        return try VirtualSession(kernel, console, signals, program: program, input: input).run()
    }

    /// Runs the arguments of this process, and returns their status.
    package func run() throws(CommandFailure) -> ExitStatus {
        do throws(VirtualMachineError) {
            return try attend(VirtualMachine(kernel, order, input: input))
        } catch {
            throw CommandFailure(.failed, "\(error)", advice: error.remedy)
        }
    }

    private var order: GuestOrder {
        var environment = ProgramEnvironment.own
        GuestOverrides(date: RunClock.wall(), folder: folder, finished: finished).add(to: &environment)
        let program = Array((Executable.path ?? "netlab").utf8)
        return GuestOrder(
            words: [program] + RawWords.last(Int(CommandLine.argc) - 1),
            environment: environment.entries,
            folder: Folder.current ?? [UInt8(ascii: "/")],
            output: StandardStream.output.guestStream,
            errors: StandardStream.error.guestStream
        )
    }

    private func attend(_ machine: VirtualMachine) throws(VirtualMachineError) -> ExitStatus {
        var (isInterrupted, isWarned) = (false, false)
        while true {
            let news = try machine.news(waitingFor: signals.raw)
            if !news.output.isEmpty { console.write(news.output) }
            if !news.errors.isEmpty { try? StandardStream.error.write(news.errors) }
            if let status = news.status { return ExitStatus(rawValue: status) }
            let standing = news.standing ?? 0
            if standing >= Self.patience, !isWarned {
                console.warn("virtual time has stopped: \(program) computes without reading the clock")
            }
            isWarned = standing >= Self.patience
            // A guest that computes does not notice the signal.
            if isInterrupted, standing >= Self.grace { return end(machine) }
            guard let signal = signals.take() else { continue }
            if isInterrupted { return end(machine) }
            isInterrupted = true
            machine.send(signal)
        }
    }

    private func end(_ machine: VirtualMachine) -> ExitStatus {
        machine.end()
        return .interrupted
    }
}

extension StandardStream {
    /// The kind of stream that the guest's program gets.
    fileprivate var guestStream: GuestOrder.Stream {
        guard isTerminal else { return .plain }
        return .terminal(rows: 24, columns: UInt16(clamping: columns ?? 80))
    }
}
