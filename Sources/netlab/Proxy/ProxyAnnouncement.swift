import Archives
import Figures
import Forwarding
import JSON
import LinkEngine
import LinuxIO
import Proxy
import Reports
import Wire

/// What `netlab proxy` says once it can be used.
struct ProxyAnnouncement {
    let options: ProxyOptions
    let line: FrontLine
    let recorded: RecordedSession?
    let rules: RulesFile?
    let cache: CacheFolder?
    /// A link to the page; nil without one.
    let page: String?

    func tell(of address: SocketAddress, on console: Console) {
        if !options.isQuiet {
            if let server = options.reverse {
                console.note("http://\(address)/ stands for \(server.scheme)://\(server.authority)/")
            } else {
                console.note("proxy on \(address): curl -x http://\(address) http://example.com/")
            }
            if !options.intercepted.isEmpty {
                let hosts = options.intercepted.map(\.description).joined(separator: ", ")
                console.note(
                    "looks into TLS with \(hosts): clients must trust what `netlab ca export` prints"
                )
                console.note("devices get it at http://netlab.test/ through the proxy")
            } else if let recorded, let file = options.replayedFile {
                let count = CountFormat.text(recorded.count, "response")
                console.note("answers from \(file): \(count), no server is asked")
            } else if options.reverse == nil {
                console.note("TLS is tunnelled: --intercept HOST looks into it")
            }
            if let parent = options.parent {
                console.note("servers are reached through the proxy \(parent.server)")
            }
            if let rules { console.note("follows the rules of \(rules.path): \(rules.count)") }
            if let cache, let path = options.cacheFolder {
                let size = "\(ByteFormat.text(cache.bytes)) of \(ByteFormat.text(options.cacheSize))"
                let count = CountFormat.text(cache.count, "response")
                console.note("caches in \(path): \(count), \(size)")
            }
            for own in options.hostLines { console.note("line to \(own.hosts): \(own.line.words)") }
            if let record = line.record {
                for text in TerminalRenderer(console.style).lines(LinkLine(record).paragraph(title: "line")) {
                    console.note(text)
                }
            }
        }
        let url = "http://\(address)/"
        if !options.isQuiet, let page { console.note("page: \(page)") }
        let document: JSONValue = [
            "schema": "netlab.proxy/1", "url": .string(url), "address": .string(address.host.description),
            "port": .integer(Int64(address.port)), "page": page.json,
        ]
        // Last, since a reader of the address may connect at once.
        console.print(options.log == .json ? document.line : url)
    }
}
