import Inspection
import Wire

/// Connections to other addresses of a name that nobody had answered when the one that came about was opened (Happy Eyeballs).
struct ConnectionAttempts {
    /// From one attempt to the next at most: programs wait some hundred milliseconds.
    private static let longestPatience: Int64 = 3_000_000_000

    private struct Attempt {
        let syn: Int64
        /// `.max` if nobody answered.
        let answered: Int64
        let client: IPAddress
    }

    /// Of each name with several addresses.
    private var addresses: [String: Set<IPAddress>] = [:]
    private var names: [IPAddress: Set<String>] = [:]
    /// By the server's address and port, in order.
    private var attempts: [Endpoint: [Attempt]] = [:]

    init(_ inspection: CaptureInspection) {
        for lookup in inspection.lookups {
            addresses[lookup.name, default: []].formUnion(lookup.addresses)
        }
        addresses = addresses.filter { $0.value.count > 1 }
        guard !addresses.isEmpty else { return }
        for (name, all) in addresses {
            for address in all { names[address, default: []].insert(name) }
        }
        for flow in inspection.flows where names[flow.server.address] != nil {
            guard let handshake = flow.handshake else { continue }
            attempts[flow.server, default: []].append(
                Attempt(syn: handshake.syn, answered: handshake.synAck ?? .max, client: flow.client.address)
            )
        }
        for server in attempts.keys { attempts[server]?.sort { $0.syn < $1.syn } }
    }

    /// When the client first tried to reach the server of a connection opened at `syn`; nil if it tried no other address.
    func begin(before syn: Int64, _ client: Endpoint, _ server: Endpoint) -> Int64? {
        var others = Set((names[server.address] ?? []).flatMap { addresses[$0] ?? [] })
        others.remove(server.address)
        var begin: Int64?
        while let (address, attempt) = latest(among: others, before: begin ?? syn, client, port: server.port),
            attempt.answered > syn
        {
            others.remove(address)
            begin = attempt.syn
        }
        return begin
    }

    private func latest(
        among addresses: Set<IPAddress>,
        before moment: Int64,
        _ client: Endpoint,
        port: UInt16
    ) -> (address: IPAddress, attempt: Attempt)? {
        let all = addresses.compactMap { address -> (address: IPAddress, attempt: Attempt)? in
            let tried = attempts[Endpoint(address: address, port: port)] ?? []
            let end = tried.partitioningIndex { $0.syn >= moment }
            let own = tried[..<end].last { client.address.mayBeOne(with: $0.client) }
            guard let own, moment - own.syn <= Self.longestPatience else { return nil }
            return (address, own)
        }
        return all.max { $0.attempt.syn < $1.attempt.syn }
    }
}
