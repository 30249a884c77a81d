import Forwarding
import TLS

/// Decides which certificates of servers are accepted and which of the proxy's own they are shown, and keeps what
/// resumes earlier sessions. It belongs to the loop's thread.
final class UpstreamTrust {
    /// Sessions of one kind share a context.
    private struct Kind: Hashable {
        var isVerified: Bool
        var offersHTTP2: Bool
        /// Index of the certificate that servers are shown.
        var shown: Int?
    }

    private let bundle: () throws(UpstreamFailure) -> String
    private let insecure: [HostPattern]
    private let shown: [ClientCertificate]
    private let keyLog: KeyLog?
    private var contexts: [Kind: TLSClientContext] = [:]
    private var tickets: [Destination: TLSTicket] = [:]
    private static let mostTickets = 1000

    /// `bundle` reads the trusted certificates when they are first needed. Hosts in `insecure` may have any
    /// certificate. Of the certificates in `shown` a server gets the first that is for it.
    init(
        bundle: @escaping () throws(UpstreamFailure) -> String,
        insecure: [HostPattern],
        shown: [ClientCertificate],
        keyLog: KeyLog?
    ) {
        self.bundle = bundle
        self.insecure = insecure
        self.shown = shown
        self.keyLog = keyLog
    }

    /// `offersHTTP2` false asks for HTTP/1.1 alone.
    func session(with destination: Destination, offersHTTP2: Bool) throws(UpstreamFailure) -> TLSSession? {
        guard destination.isEncrypted else { return nil }
        let context = try context(for: destination, offersHTTP2)
        return try Self.made { () throws(TLSError) in
            try TLSSession(client: context, host: destination.host, resuming: tickets[destination])
        }
    }

    private static func made<Value>(
        _ make: () throws(TLSError) -> Value
    ) throws(UpstreamFailure) -> Value {
        do throws(TLSError) {
            return try make()
        } catch {
            throw .session(error)
        }
    }

    func keep(_ ticket: TLSTicket?, of destination: Destination) {
        guard let ticket else { return }
        if tickets.count >= Self.mostTickets { tickets = [:] }
        tickets[destination] = ticket
    }

    private func context(
        for destination: Destination,
        _ offersHTTP2: Bool
    ) throws(UpstreamFailure) -> TLSClientContext {
        let isVerified = !insecure.contains { $0.matches(destination) }
        let place = shown.firstIndex { $0.servers.matches(destination) }
        let kind = Kind(isVerified: isVerified, offersHTTP2: offersHTTP2, shown: place)
        if let kept = contexts[kind] { return kept }
        let names = offersHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
        let parameters = TLSParameters(applicationProtocols: names)
        let bundle = isVerified ? try bundle() : ""
        let identity = place.map { shown[$0].identity }
        let made = try Self.made { () throws(TLSError) in
            isVerified
                ? try TLSClientContext(
                    trust: bundle,
                    now: nil,
                    parameters,
                    keyLog: keyLog,
                    identity: identity
                )
                : try TLSClientContext(unverified: parameters, keyLog: keyLog, identity: identity)
        }
        contexts[kind] = made
        return made
    }
}
