import Archives
import Figures
import Forwarding
import Glibc
import Grounds
import JSON
import LinkEngine
import LinuxIO
import LivePage
package import Programs
import Proxy
import Serving
package import TLS
import Wire

/// One `netlab proxy`, from the announcement to the last exchange.
package final class ProxySession {
    private static let connections = 10_000

    private let options: ProxyOptions
    private let line: FrontLine
    private let console: Console
    private var watch: ServerWatch
    private let clock = RunClock()
    private let clients = LineClients()
    /// What the line in front carries; nil without one.
    private let crossings: StreamCrossings?
    private let lines: ProxyLines
    private let log: ProxyLog
    /// Those that are written to a file.
    private let secrets: KeyLog?
    /// Those that become part of a capture.
    private let captured: KeyLog?
    private let recorded: RecordedSession?
    /// nil if the session is not kept.
    private var session: SessionFile?
    /// A file that was asked for could not be written to its end.
    private var hasCutFile = false
    private let rules: RulesFile?
    private let capture: ProxyCapture?
    private let cache: CacheFolder?
    private let clientCertificates: [ClientCertificate]
    private let token = RandomToken.text()
    /// Commands of the page; nil without one.
    private let commands: ControlQueue?
    private var page: ProxyPage?
    private let steering: ProxySteering
    /// The port by which other commands find the proxy; nil before that.
    private var steeredPort: UInt16?
    /// Marks the file by which they find it.
    private var steeringMark: MachineLock?

    /// `copy` gets the secrets of all sessions, too.
    package init(
        _ options: ProxyOptions,
        _ line: FrontLine,
        _ console: Console,
        copyingSecretsTo copy: KeyLog? = nil
    ) throws(CommandFailure) {
        self.options = options
        self.line = line
        self.console = console
        recorded = try options.replayedFile.map { path throws(CommandFailure) in
            RecordedSession(try ArchiveReading.read(path))
        }
        rules = try options.rulesFile.map { path throws(CommandFailure) in try RulesFile(path) }
        clientCertificates = try options.clientCertificates.map { file throws(CommandFailure) in
            try file.load()
        }
        cache = try options.cacheFolder.map { path throws(CommandFailure) in
            do throws(CacheFolderError) {
                return try CacheFolder(path, limit: options.cacheSize)
            } catch {
                throw CommandFailure(.failed, "the cache cannot be used: \(error)")
            }
        }
        let signals = try StopSignals.ofCommand()
        do throws(SystemCallError) {
            crossings = line.settings == nil ? nil : StreamCrossings()
            log = try ProxyLog(clock, clients, crossings)
            commands = options.hasPage ? try ControlQueue() : nil
        } catch {
            throw CommandFailure(.failed, "the log cannot be written: \(error)")
        }
        lines = ProxyLines(general: line, connections: Self.connections, clock)
        let (log, clock, clients) = (log, clock, clients)
        capture = try options.captureFile.map { file throws(CommandFailure) in
            try ProxyCapture(file, clock, clients, log)
        }
        steering = ProxySteering(
            log,
            lines,
            rules: rules,
            captureFile: options.captureFile,
            clock
        )
        let captured = capture?.secrets ?? copy
        self.captured = captured
        secrets = options.keyLogFile.map { _ in KeyLog(copiedTo: captured) }
        watch = ServerWatch(signals: signals, clock: clock, log: log.raw, hasPage: options.hasPage)
    }

    package func run() throws(CommandFailure) -> ExitStatus { try run(at: listen(), within: nil) }

    /// Its sockets are those of the machine, and the rest is in its `surroundings`, if it has any.
    func run(
        at sockets: consuming ProxySockets,
        within surroundings: ProxySurroundings?
    ) throws(CommandFailure) -> ExitStatus {
        let (proxy, shaped) = try begin(sockets, surroundings)
        let failure = serve(proxy, shaped, surroundings)
        if failure == nil {
            shaped?.finish()
            proxy.finish()
        }
        let isWhole = failure == nil && close(proxy, shaped)
        if let steeredPort { RunningProxy.remove(port: steeredPort) }
        _ = shaped?.stop()
        page?.stop()
        proxy.stop()
        lines.stop()
        writeLog()
        if capture?.finish(console, isQuiet: options.isQuiet) == false { hasCutFile = true }
        writeLog()
        if !options.isQuiet { console.note(log.totals.text(after: clock.now() - .zero)) }
        // It may have failed just before the signal.
        if let failure = failure ?? ended(proxy, shaped) { throw CommandFailure(.failed, failure) }
        if hasCutFile { return .failed }
        return isWhole ? .done : .interrupted
    }

    // MARK: Beginning

    /// Takes the ports, on the network of the calling thread. If it `mayMove`, it takes any other where the usual one is in use.
    func listen(mayMove: Bool = false) throws(CommandFailure) -> ProxySockets {
        do {
            let page = options.hasPage ? try ExchangePage.listener(options.pagePort) : nil
            do throws(ListenerError) {
                return ProxySockets(proxy: try listener(at: options.address), page: page)
            } catch  where mayMove {
                let anywhere = SocketAddress(host: options.address.host, port: 0)
                return ProxySockets(proxy: try listener(at: anywhere), page: page)
            }
        } catch {
            throw .settingUp("the proxy", error)
        }
    }

    private func listener(at address: SocketAddress) throws(ListenerError) -> Listener {
        try Listener(
            line.server(for: address),
            sendBuffer: line.settings == nil ? nil : StreamGround.sendBuffer,
            protocols: [.http1, .http2, .socks]
        )
    }

    private func begin(
        _ sockets: consuming ProxySockets,
        _ surroundings: ProxySurroundings?
    ) throws(CommandFailure) -> (ProxyServer, StreamLine?) {
        DescriptorLimit.raise()
        ProcessHeap.share()
        if let file = options.keyLogFile {
            // Before the first exchange, so that a wrong name is told at once.
            do throws(SystemCallError) {
                try WholeFile.append(file, [])
            } catch {
                throw CommandFailure(.failed, "the secrets cannot be written: \(error)")
            }
        }
        if let file = options.sessionFile {
            do throws(SystemCallError) {
                session = try SessionFile(file)
            } catch {
                throw CommandFailure(.failed, "the session cannot be written: \(error)")
            }
        }
        let authority = try KeptAuthority.load()
        do {
            let pageListener = sockets.page
            let proxy = try proxy(at: sockets.proxy, authority, surroundings)
            let shaped = try line.open(
                from: options.address,
                to: proxy.address,
                clients,
                crossings,
                connections: Self.connections,
                clock
            )
            if let surroundings {
                try surroundings.onServersSide { try proxy.start() }
            } else {
                try proxy.start()
            }
            try shaped?.start()
            for own in options.hostLines { try lines.put(own.hosts, behind: own.line) }
            try lines.opened(shaped)
            let address = shaped?.address ?? proxy.address
            let places = address.places(of: MachineAddresses.all())
            let own = RunningProxy(at: proxy.address.reached, front: address.reached, token: token)
            publishControl(own)
            try openPage(
                pageListener,
                of: own,
                hint: surroundings?.hint ?? "Clients reach the proxy at \(places[0])."
            )
            if let page { proxy.forbid(port: page.port) }
            if let surroundings {
                surroundings.announce(page?.link())
                return (proxy, shaped)
            }
            ProxyAnnouncement(
                options: options,
                line: line,
                recorded: recorded,
                rules: rules,
                cache: cache,
                page: page?.link(),
                places: places
            ).tell(of: address, on: console)
            return (proxy, shaped)
        } catch {
            throw .settingUp("the proxy", error)
        }
    }

    private func proxy(
        at listener: consuming Listener,
        _ authority: CertificateAuthority,
        _ surroundings: ProxySurroundings?
    ) throws -> ProxyServer {
        let redirected = surroundings?.redirected ?? []
        var listeners = ListenerSet(listener)
        try surroundings?.onServersSide {
            for place in redirected { listeners.add(try Listener(place, redirectedPort: place.port)) }
        }
        return try ProxyServer(
            listeners: listeners,
            settings: settings,
            authority: authority,
            ownPorts: Set(redirected.map(\.port) + (line.settings == nil ? [] : [options.address.port])),
            addresses: MachineAddresses.all() + redirected.map(\.host),
            clock: clock,
            observer: log
        )
    }

    /// Lets the user's other commands find the proxy.
    private func publishControl(_ proxy: RunningProxy) {
        do throws(CommandFailure) {
            steeringMark = try proxy.write()
            steeredPort = proxy.front.port
        } catch {
            console.warn(error.message)
        }
    }

    private func openPage(
        _ listener: consuming Listener?,
        of proxy: RunningProxy,
        hint: String
    ) throws {
        guard let commands, let listener else { return }
        let page = try ProxyPage(at: listener, of: proxy, hint: hint, commands, capture, clock)
        steering.attach(page)
        self.page = page
    }

    private var settings: ProxySettings {
        var settings = ProxySettings()
        let clients = clients
        settings.allowed = options.allowed
        settings.control = ProxySettings.Control(token: token, steering, queue: commands)
        settings.client = { clients[$0] }
        settings.intercepted = options.intercepted
        settings.passesRefused = options.passesRefused
        settings.insecure = options.insecure
        settings.clientCertificates = clientCertificates
        settings.allowsLinkLocal = options.allowsLinkLocal
        settings.allowsLoopback = options.allowsLoopback
        // A line in front has descriptors of its own for each client.
        settings.keepWithin(descriptors: DescriptorLimit.current / (line.settings == nil ? 1 : 2))
        settings.reverse = options.reverse
        settings.parent = options.parent
        settings.rules = rules?.current
        settings.authorityName = KeptAuthority.name
        settings.leaves = try? KeptAuthority.files().leaves
        settings.keyLog = secrets ?? captured
        settings.taps = capture?.recorder
        settings.keptBodyBytes = max(
            options.sessionFile == nil ? 0 : options.sessionBodies,
            options.hasPage ? ProxyPage.keptBody : 0
        )
        settings.reportsUnderWay = options.hasPage
        settings.recorded = recorded
        settings.lines = lines
        settings.cache = cache
        settings.trust = { () throws(UpstreamFailure) in try SystemTrust.bundle() }
        return settings
    }

    // MARK: Serving

    /// Serves until a signal arrives. Returns why the proxy ended by itself, if it did.
    private func serve(
        _ proxy: ProxyServer,
        _ shaped: StreamLine?,
        _ surroundings: ProxySurroundings?
    ) -> String? {
        watch.other = surroundings.map { ($0.raw, ProxySurroundings.interval) }
        var failure: String?
        return watch.untilStopped {
            failure = surroundings?.attend()
            writeLog()
            if rules?.follow(on: console, isQuiet: options.isQuiet) == true { page?.change() }
        } failure: {
            failure ?? ended(proxy, shaped)
        } isUnread: {
            // End like other programs if the reader has closed the pipe.
            options.log == .json && console.lostOutput?.errno == EPIPE
        }
    }

    /// Why the proxy or the line in front has ended by itself; nil if neither has.
    private func ended(_ proxy: ProxyServer, _ shaped: StreamLine?) -> String? {
        (proxy.failure ?? shaped?.failure).map { "the proxy ended: \($0)" }
    }

    /// Waits until nothing is under way, also on the line; false if the time ran out or a second signal came.
    private func close(_ proxy: ProxyServer, _ shaped: StreamLine?) -> Bool {
        watch.untilEnded(write: writeLog) { proxy.hasEnded && shaped?.hasEnded ?? true }
    }

    private func writeLog() {
        let news = log.take()
        for client in news.strangers where options.log != .json { console.note("new client: \(client)") }
        for client in news.refused { console.warn("\(client) may not use the proxy: --allow \(client)") }
        for failure in news.failures { console.warn(failure) }
        if !options.isQuiet { for remark in news.remarks { console.note(remark) } }
        for failure in news.handshakes {
            let server = failure.server.map { " for \($0)" } ?? ""
            console.warn(
                "\(failure.client.host) did not accept the proxy's certificate\(server): \(failure.error)"
            )
            if failure.isPassedThrough, let server = failure.server {
                console.note("TLS of \(failure.client.host) with \(server.host) is tunnelled from now on")
            }
        }
        if news.lost > 0 {
            console.warn("\(CountFormat.text(news.lost, "exchange is", "exchanges are")) missing in the log")
        }
        switch options.log {
        case .text: for text in news.exchanges.compactMap(\.text) { console.note(text) }
        case .json:
            var writer = JSONWriter()
            for entry in news.exchanges { entry.write(to: &writer) }
            if !writer.bytes.isEmpty { console.write(writer.bytes) }
        case .none: break
        }
        page?.show(news.exchanges)
        if let begun = news.begun { page?.show(begun) }
        if !news.remarks.isEmpty { page?.change() }
        writeSession(news.exchanges)
        writeSecrets()
    }

    private func writeSession(_ exchanges: [LoggedExchange]) {
        guard let session else { return }
        do throws(SystemCallError) {
            try session.append(exchanges)
        } catch {
            console.warn("the session ends here: \(error)")
            self.session = nil
            hasCutFile = true
        }
    }

    private func writeSecrets() {
        guard let file = options.keyLogFile, let secrets else { return }
        let lines = secrets.take()
        guard !lines.isEmpty else { return }
        do throws(SystemCallError) {
            try WholeFile.append(file, lines.flatMap { Array($0.utf8) + [0x0A] })
        } catch {
            console.warn("the secrets could not be written: \(error)")
            hasCutFile = true
        }
    }
}
