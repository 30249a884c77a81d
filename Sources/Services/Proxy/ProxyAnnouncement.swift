import Archives
import Figures
import Forwarding
import JSON
import LinkEngine
import LinuxIO
import Programs
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
    /// Where clients reach the proxy, other machines' first; never empty.
    let places: [SocketAddress]

    func tell(of listening: SocketAddress, on console: Console) {
        let address = places[0]
        if !options.isQuiet {
            if let server = options.reverse {
                console.note("http://\(address)/ stands for \(server.scheme)://\(server.authority)/")
            } else {
                console.note("proxy on \(address): curl -x http://\(address) http://example.com/")
            }
            if let note = Self.otherPlaces(places, isReverse: options.reverse != nil) { console.note(note) }
            if !options.intercepted.isEmpty {
                let hosts = options.intercepted.map(\.description).joined(separator: ", ")
                console.note(
                    "decrypts TLS with \(hosts): clients must trust the certificate that `netlab ca export` prints"
                )
                console.note("devices get it at http://netlab.test/ through the proxy")
            } else if let recorded, let file = options.replayedFile {
                let count = CountFormat.text(recorded.count, "response")
                console.note("answers from \(file): \(count), without asking servers")
            } else if options.reverse == nil {
                console.note("TLS is tunnelled: --intercept HOST decrypts it")
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
            "schema": "netlab.proxy/1", "url": .string(url),
            "urls": .array(places.map { .string("http://\($0)/") }),
            "address": .string(listening.host.description), "port": .integer(Int64(listening.port)),
            "page": page.json,
        ]
        // Last, since a reader of the address may connect at once.
        console.print(options.log == .json ? document.line : url)
    }

    /// Says where else a proxy on every interface is reached, and what a device's settings take; nil if it is reached in one
    /// place.
    static func otherPlaces(_ places: [SocketAddress], isReverse: Bool) -> String? {
        guard places.count > 1 else { return nil }
        let devices = places.filter { !$0.host.isLoopback }
        let others = places.dropFirst().map(\.description).joined(separator: ", ")
        guard !isReverse, let first = devices.first else { return "also on \(others)" }
        return
            "also on \(others); in a phone's settings, enter the server \(first.host) and the port \(first.port)"
    }
}
