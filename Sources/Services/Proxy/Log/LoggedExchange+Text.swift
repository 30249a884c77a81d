import Figures
import Forwarding
import HTTP
import LinuxIO
import Proxy
import Serving
import Wire

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
