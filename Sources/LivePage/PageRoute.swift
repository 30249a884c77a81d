import HTTP

/// What a request to a live page is for.
package enum PageRoute: Hashable, Sendable {
    package enum Side: String, Hashable, Sendable {
        case request, response
    }

    /// The page itself, opened by a link with a token or by its cookie.
    case page(token: String?)
    /// A part of the page, by its path.
    case asset(String)
    /// The stream of events. `last` is the event after which it continues.
    case events(after: String?)
    /// All that is known of an exchange.
    case exchange(Int)
    /// An exchange's content.
    case content(Int, Side)
    /// A report that the program has made.
    case report(Int)
    /// Flows and look-ups that have changed after a version.
    case traffic(after: Int)
    /// The code by which a device comes in, as a picture.
    case code
    /// Exchanges as an HTTP archive: all, or those whose numbers are the request's content.
    case archive
    /// The packets of all exchanges, as far as they are recorded.
    case capture
    /// What the page tells the program.
    case command(method: String, target: String)

    private static let control = "/control"

    /// nil if there is nothing of that name.
    init?(_ head: HTTPRequestHead) {
        let path = head.target.prefix { $0 != "?" }
        let isCommand = path == Self.control || path.hasPrefix("\(Self.control)/")
        if isCommand {
            self = .command(method: head.method, target: head.target)
            return
        }
        if path == "/exchanges.har", head.method == "GET" || head.method == "POST" {
            self = .archive
            return
        }
        guard head.method == "GET" || head.method == "HEAD" else { return nil }
        let items = QueryItems(target: head.target)
        let parts = path.split(separator: "/").map(String.init)
        switch (parts.count, parts.first) {
        case (0, _): self = .page(token: items?["token"])
        case (1, "capture.pcapng"): self = .capture
        case (1, "code.svg"): self = .code
        case (1, "traffic"): self = .traffic(after: items?["after"].flatMap { Int($0) } ?? 0)
        case (1, "events"): self = .events(after: head.fields["Last-Event-ID"])
        case (2, "exchanges"):
            guard let number = Int(parts[1]) else { return nil }
            self = .exchange(number)
        case (2, "reports"):
            guard let number = Int(parts[1]) else { return nil }
            self = .report(number)
        case (3, "exchanges"):
            guard let number = Int(parts[1]), let side = Side(rawValue: parts[2]) else { return nil }
            self = .content(number, side)
        default: self = .asset(String(path))
        }
    }
}
