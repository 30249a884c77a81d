import Figures
import Runs
import Wire

/// Whose handshakes the client's times show, and whose the line and its captures.
struct ProxySentence {
    private let proxied: RunFinding.Proxied

    init(_ proxied: RunFinding.Proxied) {
        self.proxied = proxied
    }

    var text: String {
        "The client's connect and TLS times cover its handshakes with the proxy on its own host"
            + longest(proxied.clientSetUp)
            + ". The line and its captures carry the proxy's handshakes with the origin"
            + longest(proxied.originSetUp) + kept + "."
    }

    private func longest(_ time: Nanoseconds?) -> String {
        time.map { " (at most \(DurationFormat.text($0)))" } ?? ""
    }

    private var kept: String {
        switch (proxied.kept, proxied.transfers) {
        case (0, _): ""
        case (1, 1): "; its only request reused a connection that the proxy had kept open"
        case (let kept, let all):
            "; \(ByteFormat.grouped(kept)) of \(CountFormat.text(all, "request")) reused a connection that the proxy had "
                + "kept open"
        }
    }
}
