import Figures
import Forwarding
import JSON
import LinuxIO
import Programs
import Proxy
import TLS
import Wire

/// Where a proxy's exchanges go: the console, the page, and the files that were asked for. It belongs to the main thread.
final class ProxyOutput {
    private let options: ProxyOptions
    private let console: Console
    private let log: ProxyLog
    /// Those that are written to a file; nil without one.
    let secrets: KeyLog?
    /// nil if the session is not kept.
    private var session: SessionFile?
    /// nil without one.
    var page: ProxyPage?
    /// What messages call a client.
    var name: (IPAddress) -> String = \.description
    /// A file that was asked for could not be written to its end.
    private(set) var hasCutFile = false

    /// `captured` are the secrets that become part of a capture.
    init(_ options: ProxyOptions, _ console: Console, _ log: ProxyLog, captured: KeyLog?) {
        self.options = options
        self.console = console
        self.log = log
        secrets = options.keyLogFile.map { _ in KeyLog(copiedTo: captured) }
    }

    /// Makes the files before the first exchange, so that a wrong name is told at once.
    func open() throws(CommandFailure) {
        if let file = options.keyLogFile {
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
    }

    /// Writes what has come since the last call.
    func write() {
        let news = log.take()
        for client in news.strangers where options.log != .json {
            console.note("new client: \(name(client))")
        }
        for client in news.refused { console.warn("\(client) may not use the proxy: --allow \(client)") }
        for failure in news.failures { console.warn(failure) }
        if !options.isQuiet { for remark in news.remarks { console.note(remark) } }
        for failure in news.handshakes {
            let server = failure.server.map { " for \($0)" } ?? ""
            console.warn(
                "\(name(failure.client.host)) did not accept the proxy's certificate\(server): \(failure.error)"
            )
            if failure.isPassedThrough, let server = failure.server {
                console.note(
                    "TLS of \(name(failure.client.host)) with \(server.host) is tunnelled from now on"
                )
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
