import LinuxIO
import Phones
import Programs
import Wire
import WireGuard

/// Where a phone reaches this machine.
struct PhoneReach {
    /// What the phone's configuration says.
    let endpoint: ConfiguredEndpoint
    /// Other addresses of this machine, of which one may be the right one.
    let others: [IPAddress]

    /// `machine` are the machine's own addresses, and `usual` is the one from which it sends to the internet, if any.
    init(
        _ options: PhoneOptions,
        _ machine: [IPAddress],
        usual: IPAddress?
    ) throws(CommandFailure) {
        if let address = options.address, let named = PhoneOptions.endpoint(address, options.port) {
            (endpoint, others) = (named, [])
            return
        }
        let reachable = machine.filter { !$0.isLoopback }
        // Most phones are in a network of IPv4, whatever else it has.
        let ip4 = reachable.filter(\.isV4)
        // The others are of virtual machines, containers and private networks, more often than not.
        let sorted =
            ip4.filter { $0 == usual } + ip4.filter { $0 != usual } + reachable.filter { !$0.isV4 }
        guard let first = sorted.first else {
            throw CommandFailure(
                .failed,
                "this machine has no address at which a phone could reach it",
                advice: "connect it to the phone's network, or name an address: --address 192.168.1.20"
            )
        }
        endpoint = ConfiguredEndpoint(TunnelEndpoint(address: first, port: options.port))
        others = Array(sorted.dropFirst())
    }
}
