import Inspection
import Wire

/// Connections to other addresses of a name that nobody had answered when the one that came about was opened (Happy Eyeballs).
struct ConnectionAttempts {
    /// From one attempt to the next at most: programs wait some hundred milliseconds.
    private static let longestPatience: Int64 = 3_000_000_000
    /// Addresses of a name, and others of an address, that are looked at.
    private static let mostAddresses = 32
    /// Connections to an address that are looked at.
    private static let mostAttempts = 32

    private struct Attempt {
        let syn: Int64
        /// `.max` if nobody answered.
        let answered: Int64
        let client: IPAddress
    }

    /// The other addresses of an address's names, in the order of their look-ups.
    private var others: [IPAddress: [IPAddress]] = [:]
    /// By the server's address and port, in order once all are there.
    private var attempts: [Endpoint: [Attempt]] = [:]

    init(_ lookups: some Sequence<CaptureLookup>) {
        var named: [String: [IPAddress]] = [:]
        for lookup in lookups {
            for address in lookup.addresses {
                let known = named[lookup.name] ?? []
                guard known.count < Self.mostAddresses, !known.contains(address) else { continue }
                for other in known {
                    join(address, other)
                    join(other, address)
                }
                named[lookup.name] = known + [address]
            }
        }
    }

    private mutating func join(_ address: IPAddress, _ other: IPAddress) {
        let known = others[address] ?? []
        guard known.count < Self.mostAddresses, !known.contains(other) else { return }
        others[address] = known + [other]
    }

    /// Takes a connection, in any order. `sort` follows the last one.
    mutating func add(_ flow: CaptureFlow) {
        guard let handshake = flow.handshake, others[flow.server.address] != nil else { return }
        attempts[flow.server, default: []].append(
            Attempt(syn: handshake.syn, answered: handshake.synAck ?? .max, client: flow.client.address)
        )
    }

    mutating func sort() {
        for server in attempts.keys { attempts[server]?.sort { $0.syn < $1.syn } }
    }

    /// When the client first tried to reach the server of a connection opened at `syn`; nil if it tried no other address.
    func begin(before syn: Int64, _ client: Endpoint, _ server: Endpoint) -> Int64? {
        var untried = others[server.address] ?? []
        var begin: Int64?
        while let (place, attempt) = latest(among: untried, before: begin ?? syn, client, port: server.port),
            attempt.answered > syn
        {
            untried.remove(at: place)
            begin = attempt.syn
        }
        return begin
    }

    /// The last attempt at one of the addresses, and the address's place among them.
    private func latest(
        among addresses: [IPAddress],
        before moment: Int64,
        _ client: Endpoint,
        port: UInt16
    ) -> (place: Int, attempt: Attempt)? {
        var latest: (place: Int, attempt: Attempt)?
        for (place, address) in addresses.enumerated() {
            let tried = attempts[Endpoint(address: address, port: port)] ?? []
            let end = tried.partitioningIndex { $0.syn >= moment }
            let own = tried[..<end].suffix(Self.mostAttempts).last {
                client.address.mayBeOne(with: $0.client)
            }
            guard let own, own.syn > latest?.attempt.syn ?? .min else { continue }
            let (age, isBeyond) = moment.subtractingReportingOverflow(own.syn)
            guard !isBeyond, age <= Self.longestPatience else { continue }
            latest = (place, own)
        }
        return latest
    }
}
