import Figures
import Glibc
import JSON
import LinuxIO
package import Programs
import Scenarios
import Serving
import Wire

/// One `netlab serve`, from the announcement to the last response.
package final class ServeSession {
    /// Bytes of the log written at once.
    private static let burst = 1 << 16

    private let options: ServeOptions
    private let plan: ServePlan
    private let console: Console
    private let watch: ServerWatch
    private let clock = RunClock()
    private let log: AccessLog
    private var text = AccessText()
    private var page: AccessPage?

    package init(_ options: ServeOptions, _ plan: ServePlan, _ console: Console) throws(CommandFailure) {
        self.options = options
        self.plan = plan
        self.console = console
        do {
            let signals = try StopSignals()
            log = try AccessLog(
                clock,
                isWritten: options.log != .none || options.hasPage,
                keepsFields: options.hasPage
            )
            watch = ServerWatch(signals: signals, clock: clock, log: log.raw, hasPage: options.hasPage)
        } catch {
            throw CommandFailure(.failed, "cannot receive signals: \(error)")
        }
    }

    package func run() throws(CommandFailure) -> ExitStatus {
        let server = try begin()
        let failure = serve(server)
        if failure == nil { server.finish() }
        let isWhole = failure == nil && close(server)
        server.stop()
        writeLog()
        page?.stop()
        summarise(server)
        // It may have failed just before the signal.
        if let failure = failure ?? server.failure { throw CommandFailure(.failed, failure) }
        return isWhole ? .done : .interrupted
    }

    // MARK: Beginning

    private func begin() throws(CommandFailure) -> ServedOrigin {
        do {
            let trust = try plan.encryption.map { encryption in
                try ServeTrust(
                    for: options.address,
                    encryption,
                    http: plan.http,
                    names: plan.names,
                    now: RunClock.wall() / 1_000_000_000
                )
            }
            let server = try ServedOrigin(plan, options, trust: trust, log: log, clock: clock)
            if let file = options.authorityFile, let trust {
                try WholeFile.write(file, Array(trust.authorityPEM.utf8), mode: 0o644)
            }
            try server.start()
            try announce(server)
            try openPage(server)
            return server
        } catch {
            throw .settingUp("the server", error)
        }
    }

    private func announce(_ server: ServedOrigin) throws(CommandFailure) {
        let report = ServeReport(
            address: ServeAddress(
                address: server.address,
                isEncrypted: plan.encryption != nil,
                machine: MachineAddresses.all()
            ),
            subject: plan.subject,
            certificate: plan.encryption?.certificate ?? .valid,
            line: plan.line.record,
            authorityFile: options.authorityFile
        )
        if let warning = report.warning { console.warn(warning) }
        if !options.isQuiet { for line in report.words(console.style) { console.note(line) } }
        // Last, since a reader of the address may connect at once.
        console.print(
            options.asJSON
                ? (options.log == .json ? report.json.line : report.json.pretty) : report.address.url
        )
        if let lost = console.lostOutput {
            throw CommandFailure(
                .failed,
                "the server's address cannot be printed: \(lost)",
                advice: "the address goes to standard output; --port N sets a port that is known beforehand"
            )
        }
    }

    private func openPage(_ server: ServedOrigin) throws {
        guard options.hasPage else { return }
        let page = try AccessPage(options, server.servedLine, isEncrypted: plan.encryption != nil, clock)
        self.page = page
        console.note("the exchanges are shown at \(page.link()) (the link opens once)")
    }

    // MARK: Serving

    /// Serves until a signal arrives. Returns why the server ended by itself, if it did.
    private func serve(_ server: ServedOrigin) -> String? {
        watch.untilStopped {
            writeLog()
            tellChanges(server)
            if let pause = server.takePause() { console.warn("connections have to wait: \(pause)") }
        } failure: {
            server.failure
        } isUnread: {
            // End like other programs if the reader has closed the pipe.
            options.log == .json && console.lostOutput?.errno == EPIPE
        }
    }

    /// Waits until nothing is under way; false if the time ran out or a second signal came.
    private func close(_ server: ServedOrigin) -> Bool {
        watch.untilEnded(write: writeLog) { server.hasEnded }
    }

    private func writeLog() {
        let (entries, lost) = log.take()
        if lost > 0 {
            let requests = CountFormat.text(lost, "request is", "requests are")
            console.warn("\(requests) missing from the log: it was not read fast enough")
        }
        switch options.log {
        case .text: writeText(entries)
        case .json: writeJSON(entries)
        case .none: break
        }
        page?.show(entries)
    }

    private func tellChanges(_ server: ServedOrigin) {
        let remarks = server.servedLine.takeRemarks()
        guard !remarks.isEmpty else { return }
        if !options.isQuiet { for remark in remarks { console.note(remark) } }
        page?.change()
    }

    private func writeText(_ entries: [AccessEntry]) {
        for entry in entries {
            text.add(entry)
            if text.bytes.count >= Self.burst { console.note(text.take()) }
        }
        if !text.bytes.isEmpty { console.note(text.take()) }
    }

    private func writeJSON(_ entries: [AccessEntry]) {
        let wasLost = console.lostOutput != nil
        var writer = JSONWriter()
        for entry in entries {
            entry.write(to: &writer)
            guard writer.bytes.count >= Self.burst else { continue }
            console.write(writer.bytes)
            writer.removeAll()
        }
        if !writer.bytes.isEmpty { console.write(writer.bytes) }
        guard !wasLost, let lost = console.lostOutput else { return }
        console.warn(
            lost.errno == EPIPE
                ? "nothing reads the log any longer, so the server stops"
                : "the log ends here, and the server continues: \(lost)"
        )
    }

    private func summarise(_ server: ServedOrigin) {
        for (reason, count) in server.failedSessions.sorted(by: { $0.key < $1.key }) {
            console.warn("HTTPS failed \(count == 1 ? "once" : "\(count) times"): \(reason)")
        }
        for expiry in server.expiries { console.warn(expiry) }
        if !options.isQuiet { console.note(log.totals.text(after: clock.now() - .zero)) }
    }
}
