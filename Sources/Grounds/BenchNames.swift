package import LinkEngine
package import LinkModel
package import LinuxIO
package import Naming
import Scenarios
package import Wire

/// How the client finds the origin: by a known address, or through a name server across the line.
package struct BenchNames {
    /// The C library's longest timeout for an answer, in seconds, and its most attempts.
    private static let longestTimeout: Nanoseconds = 30
    private static let attempts = 5
    /// Seconds that a query waits beyond the DNS delay and the round trip. The least leaves room for a slow
    /// machine; the usual one is the C library's own default, for lines that are slower than they look.
    private static let leastSlack: Nanoseconds = 1
    private static let usualSlack: Nanoseconds = 5

    /// When programs ask the bench's name server.
    package enum Asking {
        /// If the line delays DNS. Otherwise the line carries only what the steps fetch.
        case ifDelayed
        /// Always, for programs that have no other way to learn an address.
        case always
    }

    /// The bench's name server; nil if nothing asks it.
    private let server: NameServer?

    /// If names are asked for, this process and its children use the bench's server from here on, and that
    /// leads some names elsewhere and forwards unknown ones to `relay`.
    ///
    /// The first such bench of a process must be built before the process has a second thread.
    package init(
        _ hosts: HostPair,
        _ link: LinkParameters,
        _ asking: Asking,
        names: [String] = [OriginSettings.hostName],
        redirecting redirection: NameRedirection? = nil,
        relay: NameRelay? = nil,
        clock: RunClock
    ) throws {
        guard link.delaysNames || asking == .always else {
            server = nil
            return
        }
        // Check before anything is changed.
        let timeout = try Self.timeout(link)
        try PrivateFiles.enter()
        try NameResolution.use(
            server: Self.server(over: link.ip, hosts.place),
            timeout: timeout,
            attempts: Self.attempts,
            takesLongAnswers: relay != nil
        )
        server = try hosts.onOrigin {
            try NameServer(
                names: Dictionary(names.map { ($0, Self.addresses(link, hosts.place)) }) { first, _ in first
                },
                delay: link.dnsDelay,
                delayOfIP6: link.aaaaDelay,
                translates: link.ip == .nat64,
                redirecting: redirection,
                relay: relay,
                address: Self.server(over: link.ip, hosts.place),
                clock: clock,
                isMeasured: true
            )
        }
    }

    /// The origin's addresses for a client that asks no name server, IPv6 first, as a name server would give them; nil if it asks
    /// one.
    package static func knownAddresses(_ link: LinkParameters, at place: HostPlace = .first) -> [IPAddress]? {
        link.delaysNames ? nil : reachable(link, at: place)
    }

    /// The addresses at which clients reach the origin, IPv6 first.
    static func reachable(_ link: LinkParameters, at place: HostPlace = .first) -> [IPAddress] {
        link.ip == .nat64
            ? [IPv4Translation.address(for: place.originAddress)] : addresses(link, place).reversed()
    }

    /// The origin's addresses, IPv4 first, with the one of IPv6 that fails.
    private static func addresses(_ link: LinkParameters, _ place: HostPlace) -> [IPAddress] {
        let serves = place.originServes(link)
        let faulty = link.ip6Fault == nil ? nil : place.faultyAddress6
        return [serves.first, serves.other, faulty].compactMap { $0 }
    }

    /// Where clients ask the bench's name server.
    package static func server(over ip: IPVersions, _ place: HostPlace = .first) -> IPAddress {
        ip.clientHasV4 ? .v4(place.originAddress) : place.originAddress6
    }

    /// Seconds that the C library waits for an answer before it asks again.
    package static func timeout(_ link: LinkParameters) throws(BenchError) -> Int {
        let patience = (link.dnsDelay + link.aaaaDelay + link.roundTripDelay + 999_999_999) / 1_000_000_000
        guard patience + leastSlack <= longestTimeout else {
            throw BenchError(
                "the client would not wait for DNS answers that arrive after \(patience) s",
                advice:
                    "the C library waits at most \(longestTimeout) s for a DNS answer: choose a shorter dnsDelay or aaaaDelay"
            )
        }
        return Int(min(patience + usualSlack, longestTimeout))
    }

    package func start() throws {
        try server?.start()
    }

    /// Answers take as long as this line says from now on.
    func change(_ link: LinkParameters) {
        server?.change(delay: link.dnsDelay, delayOfIP6: link.aaaaDelay)
    }

    /// Stops the server. Returns why it had already failed; nil if it had not.
    package func stop() -> SystemCallError? {
        server?.stop()
        return server?.failure
    }
}
