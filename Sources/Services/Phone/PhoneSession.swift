import BenchControl
import Capture
import Figures
import Grounds
import LinkModel
import LinuxIO
import Phones
package import Programs
import Reports
import Scenarios
import Serving
import Testbed

/// One `netlab phone`, from the code to Ctrl-C.
package final class PhoneSession {
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
        try plan.ownLines.check(among: book.names + [options.name])
        let steering = try PhoneSteering(in: KeptPhones.folder(), over: plan.ip)
        let lock = MachineLock.ofCommand(on: console)
        defer { extendLifetime(lock) }
        // All sockets are the machine's: from the bench on, this thread is on another host.
        let introduction = try PhoneIntroduction(options, &book, over: plan.ip)
        let sockets = try sockets()
        let desk = try desk()
        guard let interception = plan.interception else {
            let mailbox = plan.traffic.map { _ in TrafficWatch.mailbox() }
            let listener = try listener()
            let bench = try bench(book, sockets, watcher: mailbox)
            let traffic = try traffic(listener, mailbox, introduction, book)
            let watch = try begin(bench, steering, book, introduction, traffic, desk)
            let failure = attend(watch)
            watch.stop()
            traffic?.stop()
            return try settle(bench.finish(nil), failure)
        }
        let proxy = try ProxySession(
            interception.proxy,
            .none,
            console,
            copyingSecretsTo: interception.secrets
        )
        let ports = try proxy.listen(mayMove: true)
        let bench = try bench(book, sockets, watcher: nil)
        let watch = try begin(bench, steering, book, introduction, nil, desk)
        defer { watch.stop() }
        let ended: ExitStatus
        do throws(CommandFailure) {
            ended = try proxy.run(at: ports, within: surroundings(interception, bench, watch))
        } catch {
            _ = bench.finish(nil)
            throw error
        }
        let status = try settle(bench.finish(interception.secrets), nil)
        return ended == .failed ? .failed : status
    }

    /// Says how a phone comes in.
    private func begin(
        _ bench: PhoneBench,
        _ steering: consuming PhoneSteering,
        _ book: PhoneBook,
        _ introduction: PhoneIntroduction,
        _ traffic: TrafficWatch?,
        _ desk: ControlDesk<PhoneCall>?
    ) throws(CommandFailure) -> PhoneWatch {
        let lines = lines(of: bench, traffic)
        lines.begin(plan.ownLines, of: book.phones)
        let control = try control(at: desk, lines)
        if !options.isQuiet { introduction.show(on: console, "line: \(lines.sharedWords)") }
        journal.ready(
            options.name,
            at: introduction.reach,
            line: lines.sharedWords,
            file: options.configuration,
            page: traffic?.link(),
            control: control?.url
        )
        lines.announce()
        if let objection = bench.objectionToNames { console.warn(objection) }
        return PhoneWatch(bench, steering, book, lines, journal, traffic, control, port: options.port)
    }

    private func lines(of bench: PhoneBench, _ traffic: TrafficWatch?) -> PhoneLines {
        PhoneLines(plan.link) {
            bench.change($0)
        } changed: { [journal] lines, change in
            switch change {
            case .shared: journal.changed(to: lines.sharedWords)
            case .of(let name):
                journal.changed(to: lines.words(of: name), of: name, isOwn: lines.hasOwn(name))
            case .forgotten: break
            }
            traffic?.change(lines)
        }
    }

    /// nil if programs have none.
    private func control(
        at desk: ControlDesk<PhoneCall>?,
        _ lines: PhoneLines
    ) throws(CommandFailure) -> PhoneControl? {
        guard let desk else { return nil }
        do {
            return try PhoneControl(at: desk, lines)
        } catch {
            throw .settingUp("the control of the phones' lines", error)
        }
    }

    private func surroundings(
        _ interception: PhoneInterception,
        _ bench: PhoneBench,
        _ watch: PhoneWatch
    ) -> ProxySurroundings {
        ProxySurroundings(
            redirected: interception.places,
            hint: interception.hint,
            name: { watch.name(at: $0) },
            raws: watch.raws,
            interval: PhoneWatch.interval,
            onServersSide: { try bench.behindLine($0) },
            announce: { [console] page in interception.announce(page, on: console) },
            attend: { watch.attend() }
        )
    }

    // MARK: Beginning

    private func sockets() throws(CommandFailure) -> PhoneSockets {
        do throws(SystemCallError) {
            return try PhoneSockets(port: options.port)
        } catch {
            throw CommandFailure(
                .failed,
                "phones cannot reach this machine at UDP port \(options.port): \(error)",
                advice:
                    "another program may be using it: --port chooses another port, which must then be set on the phones"
            )
        }
    }

    /// nil if programs have no control.
    private func desk() throws(CommandFailure) -> ControlDesk<PhoneCall>? {
        guard options.hasControl else { return nil }
        do {
            return try ControlDesk<PhoneCall>()
        } catch {
            throw .settingUp("the control of the phones' lines", error)
        }
    }

    private func bench(
        _ book: PhoneBook,
        _ sockets: consuming PhoneSockets,
        watcher: PacketMailbox?
    ) throws(CommandFailure) -> PhoneBench {
        do {
            return try PhoneBench(
                plan.bench,
                book,
                at: sockets,
                capture: options.capture,
                redirecting: plan.interception?.redirection,
                watcher: watcher
            )
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

    /// nil if there is no page of traffic.
    private func listener() throws(CommandFailure) -> Listener? {
        guard let traffic = plan.traffic else { return nil }
        return try traffic.listen()
    }

    /// nil if there is no page of traffic.
    private func traffic(
        _ listener: consuming Listener?,
        _ mailbox: PacketMailbox?,
        _ introduction: PhoneIntroduction,
        _ book: PhoneBook
    ) throws(CommandFailure) -> TrafficWatch? {
        guard let listener, let mailbox else { return nil }
        do {
            let line = LineWords(plan.bench.scenario.link.parameters).text
            return try TrafficWatch(at: listener, mailbox, introduction, book, journal, line: line)
        } catch {
            throw .settingUp("the page of the phones' traffic", error)
        }
    }

    // MARK: While phones use the line

    /// Returns why the bench ended by itself; nil after a signal.
    private func attend(_ watch: PhoneWatch) -> String? {
        while signals.take() == nil {
            Readiness.wait(for: [signals.raw] + watch.raws, milliseconds: PhoneWatch.interval)
            if let failure = watch.attend() { return failure }
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
