import Glibc
import LinuxIO
import VirtualTime

/// One command run in virtual time: the same words, by the same program, inside a guest.
final class VirtualSession {
    /// Where the guest reads the date outside: its own is the same in every run.
    static let dateVariable = "NETLAB_DATE"

    private let kernel: VirtualKernel
    private let console: Console
    private let signals: StopSignals

    init(_ kernel: VirtualKernel, _ console: Console) throws(CommandFailure) {
        self.kernel = kernel
        self.console = console
        do {
            signals = try StopSignals()
        } catch {
            throw CommandFailure(.failed, "signals could not be listened for: \(error)")
        }
    }

    /// The newest guest kernel, or the one of this version; what is missing is said.
    static func kernel(_ version: String? = nil) throws(CommandFailure) -> VirtualKernel {
        let kernels = VirtualKernel.installed()
        guard let newest = kernels.first else {
            throw CommandFailure(
                .failed,
                "virtual time needs a guest kernel, and none is built",
                advice: "`make virtual-kernel` builds one, in some minutes; --clock real does without"
            )
        }
        guard let version else { return newest }
        guard let kernel = VirtualKernel.of(version, among: kernels) else {
            throw CommandFailure(
                .failed,
                "there is no guest kernel \(version): built are \(kernels.map(\.version).joined(separator: ", "))",
                advice: "make virtual-kernel KERNELS=\(version)"
            )
        }
        return kernel
    }

    /// Runs what this process was started with; its status.
    func run() throws(CommandFailure) -> ExitStatus {
        do throws(VirtualMachineError) {
            return try attend(VirtualMachine(kernel, order))
        } catch {
            throw CommandFailure(.failed, "\(error)", advice: error.remedy)
        }
    }

    private var order: GuestOrder {
        var environment = ProgramEnvironment.own
        environment.set(Self.dateVariable, "\(RunClock.wall())")
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
        var interruptions = 0
        while true {
            let news = try machine.news(waitingFor: signals.raw)
            if !news.output.isEmpty { console.write(news.output) }
            if !news.errors.isEmpty { try? StandardStream.error.write(news.errors) }
            if let busy = news.standstill { warn(of: busy) }
            if let status = news.status { return ExitStatus(rawValue: status) }
            guard let signal = signals.take() else { continue }
            interruptions += 1
            if interruptions > 1 {
                machine.end()
                return .interrupted
            }
            machine.send(signal)
        }
    }

    private func warn(of busy: String) {
        let who = busy.isEmpty ? "a program inside" : busy
        console.warn(
            "virtual time stands still: \(who) has computed for some seconds without a look at the clock"
        )
    }
}

extension StandardStream {
    /// What the guest's program is to find there.
    fileprivate var guestStream: GuestOrder.Stream {
        guard isTerminal else { return .plain }
        return .terminal(rows: 24, columns: UInt16(clamping: columns ?? 80))
    }
}
