import Forwarding
import TLS

/// Decides which certificates of servers are accepted, and keeps what resumes earlier sessions. It belongs to
/// the loop's thread.
final class UpstreamTrust {
    private let bundle: () throws(UpstreamFailure) -> String
    private let insecure: [HostPattern]
    private let keyLog: KeyLog?
    private var verifying: TLSClientContext?
    private var trusting: TLSClientContext?
    private var tickets: [Destination: TLSTicket] = [:]
    private static let mostTickets = 1000

    /// `bundle` reads the trusted certificates when they are first needed. Hosts in `insecure` may have any
    /// certificate.
    init(
        bundle: @escaping () throws(UpstreamFailure) -> String,
        insecure: [HostPattern],
        keyLog: KeyLog?
    ) {
        self.bundle = bundle
        self.insecure = insecure
        self.keyLog = keyLog
    }

    func session(with destination: Destination) throws(UpstreamFailure) -> TLSSession? {
        guard destination.isEncrypted else { return nil }
        let context = try context(for: destination)
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

    private func context(for destination: Destination) throws(UpstreamFailure) -> TLSClientContext {
        let parameters = TLSParameters(applicationProtocols: ["http/1.1"])
        if insecure.contains(where: { $0.matches(destination) }) {
            if let trusting { return trusting }
            let made = try Self.made { () throws(TLSError) in
                try TLSClientContext(unverified: parameters, keyLog: keyLog)
            }
            trusting = made
            return made
        }
        if let verifying { return verifying }
        let bundle = try bundle()
        let made = try Self.made { () throws(TLSError) in
            try TLSClientContext(trust: bundle, now: nil, parameters, keyLog: keyLog)
        }
        verifying = made
        return made
    }
}
