import Archives
import Forwarding
import Glibc
import Grounds
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
    private let output: ProxyOutput
    /// Secrets that become part of a capture; nil without one.
    private let captured: KeyLog?
    private let recorded: RecordedSession?
    private let rules: RulesFile?
    private let capture: ProxyCapture?
    private let cache: CacheFolder?
    private let clientCertificates: [ClientCertificate]
    private let token = RandomToken.text()
    /// Commands of the page; nil without one.
    private let commands: ControlQueue?
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
        captured = capture?.secrets ?? copy
        output = ProxyOutput(options, console, log, captured: captured)
        watch = ServerWatch(signals: signals, clock: clock, log: log.raw, hasPage: options.hasPage)
    }

    package func run() throws(CommandFailure) -> ExitStatus { try run(at: listen(), within: nil) }

    /// Its sockets are those of the machine, and the rest is in its `surroundings`, if it has any.
    func run(
        at sockets: consuming ProxySockets,
        within surroundings: ProxySurroundings?
    ) throws(CommandFailure) -> ExitStatus {
        if let surroundings { output.name = surroundings.name }
        let (proxy, shaped) = try begin(sockets, surroundings)
        let failure = serve(proxy, shaped, surroundings)
        if failure == nil {
            shaped?.finish()
            proxy.finish()
        }
        let isWhole = failure == nil && close(proxy, shaped)
        if let steeredPort { RunningProxy.remove(port: steeredPort) }
        _ = shaped?.stop()
        output.page?.stop()
        proxy.stop()
        lines.stop()
        output.write()
        let isCut = capture?.finish(console, isQuiet: options.isQuiet) == false
        output.write()
        if !options.isQuiet { console.note(log.totals.text(after: clock.now() - .zero)) }
        // It may have failed just before the signal.
        if let failure = failure ?? ended(proxy, shaped) { throw CommandFailure(.failed, failure) }
        if isCut || output.hasCutFile { return .failed }
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
        try output.open()
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
            if let page = output.page { proxy.forbid(port: page.port) }
            if let surroundings {
                surroundings.announce(output.page?.link())
                return (proxy, shaped)
            }
            ProxyAnnouncement(
                options: options,
                line: line,
                recorded: recorded,
                rules: rules,
                cache: cache,
                page: output.page?.link(),
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
        output.page = page
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
        settings.keyLog = output.secrets ?? captured
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
        watch.other = surroundings.map { ($0.raws, $0.interval) }
        var failure: String?
        return watch.untilStopped {
            failure = surroundings?.attend()
            output.write()
            if rules?.follow(on: console, isQuiet: options.isQuiet) == true { output.page?.change() }
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
        watch.untilEnded(write: output.write) { proxy.hasEnded && shaped?.hasEnded ?? true }
    }
}
