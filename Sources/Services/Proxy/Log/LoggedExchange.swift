import Archives
import Figures
import Forwarding
import HTTP
import JSON
import LinuxIO
import Proxy
import Serving
import TLS
import Wire

/// An exchange with what the log adds to it.
///
/// It is large, and goes from the proxy's thread to the log, the page and the session: an object, so that none of these
/// copies it.
final class LoggedExchange: Sendable {
    let exchange: ProxyExchange
    /// The client itself, also if it came through the line.
    let client: SocketAddress
    /// When the client sent the request's first byte, in nanoseconds since 1970; without a line in front, when the byte
    /// arrived.
    let wall: Int64
    /// When it was over, in whatever way; behind a line, when that had nothing left to carry.
    let ended: Instant
    /// nil if the client did not come through a line.
    let front: FrontLineEffect?

    init(
        exchange: ProxyExchange,
        client: SocketAddress,
        wall: Int64,
        ended: Instant,
        front: FrontLineEffect? = nil
    ) {
        self.exchange = exchange
        self.client = client
        self.wall = wall
        self.ended = ended
        self.front = front
    }

    var phases: ExchangePhases { ExchangePhases(exchange, front: onLine) }

    /// The same without bodies.
    var withoutContent: LoggedExchange {
        var exchange = exchange
        exchange.dropContent()
        return LoggedExchange(exchange: exchange, client: client, wall: wall, ended: ended, front: front)
    }

    /// When the client sent the request's first byte.
    var begin: Instant { exchange.client.requestFirstByte - (front?.up ?? 0) }

    /// When the client had the response's last byte, or the exchange was over without that.
    var end: Instant {
        guard !isTunnel, isWhole else { return ended }
        return front?.received ?? exchange.client.responseLastByte ?? ended
    }

    /// What the client saw: from the request's first byte to the response's last. If the client never got that the
    /// exchange lasts until it left, and a tunnel until either end closes it.
    var duration: Nanoseconds { end - begin }

    /// The client got all of the response.
    var isWhole: Bool {
        if isTunnel { return true }
        guard exchange.client.responseLastByte != nil else { return false }
        return front.map { $0.received != nil } ?? true
    }

    private var isTunnel: Bool { exchange.kind == .tunnel && exchange.server?.failure == nil }

    /// Time on the line in front: the request's way, and what was left of the response's when the proxy had sent it.
    private var onLine: Nanoseconds? {
        guard let front else { return nil }
        let rest = front.received.flatMap { end in exchange.client.responseLastByte.map { end - $0 } }
        return front.up + max(0, rest ?? 0)
    }
}

// MARK: Timings

extension LoggedExchange {
    /// The phases as an archive has them: one after the other, from the client's first byte to the end, so that their
    /// sum is the duration. What happened before the request, such as the making of a connection for its tunnel, is
    /// left out. The time on the line in front is in `blocked` and `receive`, as a browser behind it would see it.
    var archivedTimings: ArchiveTimings {
        var timings = ArchiveTimings()
        let (server, seen) = (exchange.server, exchange.client)
        if let server, !server.isReused, let connection = server.connection {
            timings.lookup = time(from: connection.lookupBegan, to: connection.lookupEnded)
            timings.secure = time(from: connection.handshakeBegan, to: connection.handshakeEnded)
            let made = connection.tunnelOpened ?? connection.connectEnded
            timings.connect = time(from: connection.connectBegan, to: made).map { $0 + (timings.secure ?? 0) }
        }
        let setup = (timings.lookup ?? 0) + (timings.connect ?? 0)
        let answered = placed(server?.receivedFirst ?? seen.responseFirstByte ?? end)
        // A server may answer before it has the whole request.
        let sent = min(placed(server?.sentLast ?? answered), answered)
        let sending = server?.sentFirst.map { min(placed($0), sent) } ?? min(begin + setup, answered)
        timings.send = server?.sentFirst == nil ? 0 : sent - sending
        timings.wait = answered - (server?.sentFirst == nil ? sending : sent)
        timings.receive = end - answered
        let before = max(0, sending - begin - setup)
        // A response is held after it has come.
        let heldAfter = min(max(0, (exchange.held ?? 0) - before), timings.receive ?? 0)
        timings.receive = timings.receive.map { $0 - heldAfter }
        timings.blocked = before + heldAfter > 0 ? before + heldAfter : nil
        return timings
    }

    /// nil if it took no time of the exchange.
    private func time(from first: Instant?, to last: Instant?) -> Nanoseconds? {
        guard let first, let last, last > begin else { return nil }
        return placed(last) - placed(first)
    }

    /// The instant within the exchange that is nearest to it.
    private func placed(_ instant: Instant) -> Instant { min(max(instant, begin), end) }
}

// MARK: Text

extension LoggedExchange {
    /// One line for people: time of day, status, request, size, duration, and where the time went. nil for a
    /// CONNECT whose requests have lines of their own.
    var text: String? {
        if exchange.kind == .interception { return nil }
        let time = TimestampFormat.text(wall).dropFirst(11).prefix(12)
        let method = exchange.client.request?.method ?? "-"
        var parts = ["\(time)", status, method, Self.printable(exchange.url)]
        parts.append(ByteFormat.text(exchange.client.bodyBytes))
        parts.append(DurationFormat.text(duration) + (isWhole ? "" : ", cut short"))
        let phases = phases.named.map { "\($0.name) \(DurationFormat.text($0.time))" }
        var line = parts.joined(separator: "  ")
        if exchange.kind == .tunnel, exchange.server?.failure == nil {
            let up = ByteFormat.text(exchange.server?.requestBodyBytes ?? 0)
            line += "  (\(tunnelled); \(up) up)"
        } else if !phases.isEmpty {
            line += "  (\(phases.joined(separator: ", ")))"
        }
        if let messages = exchange.server?.messages { line += "  (\(messages.words))" }
        if !exchange.rules.isEmpty {
            line += "  (\(exchange.rules.map(\.description).joined(separator: ", ")))"
        }
        if let name = exchange.server?.line { line += "  (line of \(Self.printable(name)))" }
        if let word = exchange.cache?.word { line += "  (\(word == "hit" ? "cache hit" : word))" }
        if let missed = exchange.missed { line += "  (not held: \(missed.words))" }
        if let reason = exchange.server?.uneditedBody { line += "  (body not rewritten: \(reason.words))" }
        if let error = exchange.server?.mirrorFailure {
            line += "  (not in the mirror: \(Self.printable(error.description)))"
        }
        for oddity in oddities { line += "  (\(oddity.words))" }
        if let failure = exchange.server?.failure { line += "  \(Self.printable(failure.description))" }
        return line
    }

    /// What is against the grammar in the server's head.
    var oddities: [HTTP1Oddity] {
        guard let odd = exchange.server?.oddities, !odd.isEmpty else { return [] }
        return HTTP1Oddity.allCases.filter(odd.contains)
    }

    /// What is known of a tunnel's content.
    private var tunnelled: String {
        guard let hello = exchange.server?.hello else { return "not decrypted" }
        let name = hello.serverName.map { " for \(Self.printable($0))" } ?? ""
        let offers = hello.offeredProtocols.map(Self.printable).joined(separator: ", ")
        return
            "\(hello.version?.description ?? "TLS")\(name)\(offers.isEmpty ? "" : ", offers \(offers)"), not decrypted"
    }

    private var status: String {
        exchange.client.status == 0 ? "---" : "\(exchange.client.status)"
    }

    /// Without characters that would leave the line or move a terminal's cursor.
    private static func printable(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return text }
        return text.unicodeScalars.map { scalar in
            (" "..."~").contains(scalar) ? String(scalar) : "\\x\(String(scalar.value, radix: 16))"
        }.joined()
    }
}

// MARK: JSON

extension LoggedExchange {
    /// Writes one line with everything that is known of the exchange. Instants count from the proxy's start.
    func write(to writer: inout JSONWriter) {
        let (seen, server) = (exchange.client, exchange.server)
        let (request, answer) = (seen.request, exchange.stored?.head ?? server?.head)
        writer.raw("{")
        writer.member("number", exchange.number)
        writer.member("at", TimestampFormat.text(wall))
        writer.member("client", client.description)
        writer.member("method", request?.method)
        writer.member("url", exchange.url)
        writer.member("kind", exchange.kind.rawValue)
        writer.member("status", seen.status == 0 ? nil : seen.status)
        writer.member("clientProtocol", clientProtocol)
        writer.member("contentType", answer?.fields["Content-Type"])
        writer.member("contentEncoding", answer?.fields["Content-Encoding"])
        writer.member("serverAddress", server?.address?.description)
        writer.member("upstreamProxy", server?.parent?.description)
        writer.member("line", server?.line)
        writer.member("keptAlive", server?.isReused)
        writer.member("retries", server?.retries)
        writer.member("tlsVersion", server?.negotiation?.version.description)
        writer.member("tlsCipher", server?.negotiation?.cipher)
        writer.member("tlsResumed", server?.negotiation?.isResumed)
        writeCertificate(to: &writer)
        writeHello(to: &writer)
        writeSizes(to: &writer)
        writeTimes(to: &writer)
        writer.member("cache", exchange.cache?.word)
        writer.member("rules", exchange.rules.map(\.description))
        writer.member("notHeld", exchange.missed?.rawValue)
        writer.member("bodyNotRewritten", server?.uneditedBody?.key)
        writer.member("mirrorFailure", server?.mirrorFailure?.description)
        writer.member("oddities", oddities.map(\.rawValue))
        writer.member("failure", server?.failure?.description)
        writer.raw("}\n")
    }

    /// The server's certificate, as it told.
    private func writeCertificate(to writer: inout JSONWriter) {
        let certificate = exchange.server?.certificate
        writer.member("certificateSubject", certificate?.subject)
        writer.member("certificateIssuer", certificate?.issuer)
        writer.member("certificateNames", certificate?.names)
        writer.member(
            "certificateUntil",
            certificate?.validity.map { TimestampFormat.text($0.until * 1_000_000_000) }
        )
    }

    /// What a tunnel's first bytes told.
    private func writeHello(to writer: inout JSONWriter) {
        let hello = exchange.server?.hello
        writer.member("tunnelServerName", hello?.serverName)
        writer.member("tunnelOffers", hello?.offeredProtocols.joined(separator: ","))
        writer.member("tunnelProtocol", hello?.chosenProtocol)
        writer.member("tunnelTLSVersion", hello?.version?.description)
        writer.member("tunnelCipher", hello?.cipherSuite?.description)
    }

    private var clientProtocol: String? {
        let seen = exchange.client
        if let socks = seen.socks { return socks.description }
        return seen.stream == nil ? seen.request?.version.description : "HTTP/2"
    }

    private func writeSizes(to writer: inout JSONWriter) {
        let (seen, server) = (exchange.client, exchange.server)
        let handshake = server?.isReused == false ? server?.connection?.handshakeBytes : nil
        writer.member("tlsHandshakeSentBytes", handshake?.sent)
        writer.member("tlsHandshakeReceivedBytes", handshake?.received)
        writer.member("requestHeadBytes", server?.requestHeadBytes)
        writer.member("requestBodyBytes", server?.requestBodyBytes)
        writer.member("responseHeadBytes", server?.responseHeadBytes)
        writer.member("responseBodyBytes", server?.responseBodyBytes)
        writer.member("sentHeadBytes", seen.headerBytes)
        writer.member("sentBodyBytes", seen.bodyBytes)
        writer.messages(server?.messages)
    }

    private func writeTimes(to writer: inout JSONWriter) {
        let (seen, server, phases) = (exchange.client, exchange.server, phases)
        writer.member("requestFirstByteNs", seen.requestFirstByte)
        writer.member("requestLastByteNs", seen.requestLastByte)
        writer.member("serverFirstByteNs", server?.receivedFirst)
        writer.member("serverLastByteNs", server?.receivedLast)
        writer.member("responseFirstByteNs", seen.responseFirstByte)
        writer.member("responseLastByteNs", seen.responseLastByte)
        writer.member("clientFirstByteNs", front.map { _ in begin })
        writer.member("clientLastByteNs", front?.received)
        writer.member("isWhole", isWhole)
        writer.member("durationNs", duration)
        phases.each { writer.member($0, $1) }
        writer.member("responseBitsPerSecond", Self.rate(server?.responseBodyBytes, phases.response))
    }

    private static func rate(_ bytes: Int?, _ time: Nanoseconds?) -> Int64? {
        guard let bytes, let time, time > 0 else { return nil }
        return Int64(Double(bytes) * 8e9 / Double(time))
    }
}
