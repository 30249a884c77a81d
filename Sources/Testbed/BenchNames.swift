import LinkEngine
import LinkModel
import LinuxIO
import Naming
import Wire

/// How the client finds the origin: it knows the address, or asks a name server across the line.
struct BenchNames {
    /// The C library waits so long for an answer, in seconds, and asks so often, at the most.
    private static let longestTimeout: Nanoseconds = 30
    private static let attempts = 5
    /// What a question waits for its answer beyond delay and round trip: the least that leaves room for a slow machine,
    /// and the C library's own measure for lines that are worse than they look.
    private static let leastSlack: Nanoseconds = 1
    private static let usualSlack: Nanoseconds = 5

    /// Who asks the bench's name server.
    enum Asking {
        /// The client, where the line delays DNS; elsewhere nobody, and the line carries what the steps fetch alone.
        case whereDelayed
        /// Every program: it knows no other way to an address.
        case always
    }

    /// Runs where a name is asked for.
    private let server: NameServer?

    /// Where names are asked for, this process and what it starts ask the bench's server from here on, and that asks
    /// `relay` what it does not know.
    ///
    /// The first bench of a process that asks for names must be built before the process has its second thread.
    init(
        _ hosts: HostPair,
        _ link: LinkParameters,
        _ asking: Asking,
        names: [String] = [Bench.originName],
        relay: NameRelay? = nil,
        clock: RunClock
    ) throws {
        guard link.dnsDelay > 0 || asking == .always else {
            server = nil
            return
        }
        // Refused before anything is changed.
        let timeout = try Self.timeout(link)
        try PrivateFiles.enter()
        try NameResolution.use(
            server: HostPair.originAddress,
            timeout: timeout,
            attempts: Self.attempts,
            takesLongAnswers: relay != nil
        )
        server = try hosts.onOrigin {
            try NameServer(
                names: Dictionary(names.map { ($0, HostPair.originAddress) }) { first, _ in first },
                delay: link.dnsDelay,
                relay: relay,
                address: HostPair.originAddress,
                clock: clock,
                isMeasured: true
            )
        }
    }

    /// The origin's address, for a client that asks nobody; nil where it is asked for.
    static func knownAddress(_ link: LinkParameters) -> String? {
        link.dnsDelay > 0 ? nil : HostPair.originAddressText
    }

    /// How long, in seconds, the C library is to wait for an answer before it asks again.
    static func timeout(_ link: LinkParameters) throws(BenchError) -> Int {
        let patience = (link.dnsDelay + link.roundTripDelay + 999_999_999) / 1_000_000_000
        guard patience + leastSlack <= longestTimeout else {
            throw BenchError(
                "nobody would wait for DNS answers that are at the client after \(patience) s",
                advice:
                    "the C library gives a question no more than \(longestTimeout) s: choose a shorter dnsDelay"
            )
        }
        return Int(min(patience + usualSlack, longestTimeout))
    }

    func start() throws {
        try server?.start()
    }

    /// Ends the server; why it had ended by itself, nil where it had not.
    func stop() -> SystemCallError? {
        server?.stop()
        return server?.failure
    }
}
