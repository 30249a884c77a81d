import Figures
import Grounds
import LinkEngine
import LinuxIO
import Phones
package import Programs
import Reports
import Scenarios
import Testbed
import Wire
import WireGuard

/// One `netlab phone`, from the code to Ctrl-C.
package final class PhoneSession {
    /// Interval of checks for another line, and whether something has ended by itself, in milliseconds.
    private static let interval: Int32 = 200
    /// How long a phone may take before the user is told what may be wrong.
    private static let patience: Nanoseconds = 10_000_000_000

    private let options: PhoneOptions
    private let plan: PhonePlan
    private let console: Console
    private let signals: StopSignals
    private let clock = RunClock()
    private let journal: PhoneJournal

    package init(_ options: PhoneOptions, _ plan: PhonePlan, _ console: Console) throws(CommandFailure) {
        self.options = options
        self.plan = plan
        self.console = console
        journal = PhoneJournal(console: console, isJSON: options.isJSON, clock: clock)
        do {
            signals = try StopSignals()
        } catch {
            throw CommandFailure(.failed, "cannot receive signals: \(error)")
        }
    }

    package func run() throws(CommandFailure) -> ExitStatus {
        var book = try KeptPhones.open()
        let phone = try KeptPhones.failing { () throws(PhoneBookError) in try book.phone(named: options.name)
        }
        let steering = try PhoneSteering(in: KeptPhones.folder())
        // Both are the machine's: from the bench on, this thread is on another host.
        let reach = try PhoneReach(options, MachineAddresses.all())
        let sockets = try sockets()
        let configuration = PhoneConfiguration(
            of: phone,
            in: book,
            reaching: reach.endpoint,
            asking: .v4(HostPair.originAddress),
            ip6: false
        )
        try write(configuration)
        let bench = try bench(book, sockets)
        let line = LineWords(plan.bench.scenario.link.parameters).text
        if !options.isQuiet { try announce(configuration, reach, line) }
        journal.ready(options.name, at: reach, line: line, file: options.configuration)
        if !bench.resolvesNames {
            console.warn(
                "/etc/resolv.conf has no server with an IPv4 address: only the bench's own names resolve"
            )
        }
        let failure = attend(bench, steering)
        return try settle(bench.finish(), failure)
    }

    // MARK: Beginning

    private func sockets() throws(CommandFailure) -> PhoneSockets {
        do throws(SystemCallError) {
            return try PhoneSockets(port: options.port)
        } catch {
            throw CommandFailure(
                .failed,
                "phones cannot reach this machine at UDP port \(options.port): \(error)",
                advice: "another program may have it: --port takes another, which phones must then be told"
            )
        }
    }

    private func write(_ configuration: PhoneConfiguration) throws(CommandFailure) {
        guard let file = options.configuration else { return }
        do throws(ConfigurationFileError) {
            try ConfigurationFile.write(configuration, to: file)
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
    }

    private func bench(
        _ book: PhoneBook,
        _ sockets: consuming PhoneSockets
    ) throws(CommandFailure) -> PhoneBench {
        do {
            return try PhoneBench(plan.bench, book, at: sockets, capture: options.capture)
        } catch let error as BenchError {
            throw CommandFailure(.failed, error.message, advice: error.advice)
        } catch let error as SystemCallError where error.target == PacketPort.tunPath {
            throw CommandFailure(
                .failed,
                "phones need a TUN interface: \(error)",
                advice: "sudo modprobe tun; in a container, start it with --device /dev/net/tun"
            )
        } catch {
            throw .settingUp("the phones' tunnel", error)
        }
    }

    private func announce(
        _ configuration: PhoneConfiguration,
        _ reach: PhoneReach,
        _ line: String
    ) throws(CommandFailure) {
        let code: QRCode
        do throws(QRCodeError) {
            code = try QRCode(configuration.text)
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
        PhoneAnnouncement(
            name: options.name,
            reach: reach,
            line: line,
            file: options.configuration
        ).tell(code, on: console)
    }

    // MARK: While phones use the line

    /// Returns why the bench ended by itself; nil after a signal.
    private func attend(_ bench: PhoneBench, _ steering: borrowing PhoneSteering) -> String? {
        let start = clock.now()
        var hasHinted = false
        var hasBegun = false
        while signals.take() == nil {
            Readiness.wait(for: [signals.raw, bench.gateway.raw], milliseconds: Self.interval)
            for item in bench.gateway.takeNews() {
                if case .connected = item { hasBegun = true }
                journal.tell(item)
            }
            if let line = steering.takeOrder() {
                bench.change(to: line.link)
                journal.changed(to: LineWords(line.link).text)
            }
            if let failure = bench.failure { return failure }
            if !hasBegun, !hasHinted, clock.now() - start > Self.patience {
                hasHinted = true
                console.warn(
                    "no phone has come yet: is it in the same network, and does the firewall let UDP port \(options.port) in?"
                )
            }
        }
        return nil
    }

    // MARK: Afterwards

    private func settle(_ summary: GuestSummary, _ failure: String?) throws(CommandFailure) -> ExitStatus {
        if summary.lostPackets > 0 {
            console.warn(
                "\(CountFormat.text(summary.lostPackets, "packet")) could not be delivered by this machine"
            )
        }
        if let capture = options.capture, !options.isQuiet {
            console.note("the packets are in \(capture): netlab inspect \(capture)")
        }
        let failures = ([failure].compactMap { $0 }) + summary.failures
        guard failures.isEmpty else {
            throw CommandFailure(.failed, failures.joined(separator: "; "))
        }
        return .done
    }
}
