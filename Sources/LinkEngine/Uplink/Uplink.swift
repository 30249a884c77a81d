import Glibc
package import LinkModel
import LinuxIO
package import Wire

/// The path from the origin's host into the machine's own network; programs on the client's host reach it
/// through the line. IPv6 leads out where the line carries it and the machine has a way for it.
///
/// It is prepared before the two hosts are made, because an ordinary user then leaves the machine's network.
/// It leaves nothing behind, even if the process is killed. Made and used on the main thread.
package final class Uplink {
    /// Interface name on the origin's host.
    package static let interface = "uplink0"
    /// Interface name on the machine, one per netlab process; the table of rules has the same name.
    private static var machineInterface: String { "netlab\(getpid())" }
    private static let mtu = 1500
    /// Time for a program to set the interface up.
    private static let patience: Nanoseconds = 10_000_000_000
    private static let lookMilliseconds: Int32 = 10

    package let way: UplinkWay
    private let machine: NetworkNamespace
    private let addresses: UplinkAddresses
    /// The program that does it, held back until there is a host to serve.
    private let helper: SupervisedProgram?
    /// True if a pair of interfaces does it.
    private var hasPair = false
    private var translation: Masquerade?
    private var forwarding: [KeptForwarding] = []
    private let link: LinkParameters
    private let hasIPv6: Bool
    private var hostTranslation: Masquerade?

    /// Finds out what to do, without changing anything. Networks behind the client's host take no packet above
    /// `largestPacket` bytes.
    ///
    /// An ordinary user's process must be single-threaded and must not have entered its sandbox.
    package init(
        for link: LinkParameters,
        largestPacket: Int? = nil,
        path: String?
    ) throws(UplinkError) {
        self.link = link
        way = try UplinkWay.find(path: path)
        let table: RouteTable
        do throws(SystemCallError) {
            machine = try .current()
            table = try RouteTable.current()
        } catch {
            throw .refused(error)
        }
        guard let free = UplinkAddresses.free(in: table, from: UInt32(bitPattern: getpid())) else {
            throw .noAddresses
        }
        addresses = free
        hasIPv6 = table.hasIPv6Default && link.carriesV6
        // slirp4netns takes no notice of smaller segments that a client asks for over IPv6, nor of routers' complaints.
        helper = try Self.helper(
            way,
            free,
            mtu: min(Self.mtu, link.mtu, largestPacket ?? .max),
            hasIPv6: hasIPv6
        )
    }

    private static func helper(
        _ way: UplinkWay,
        _ addresses: UplinkAddresses,
        mtu: Int,
        hasIPv6: Bool
    ) throws(UplinkError) -> SupervisedProgram? {
        guard case .program(let program, let path) = way else { return nil }
        let arguments = program.arguments(
            process: getpid(),
            interface: interface,
            addresses,
            mtu: mtu,
            hasIPv6: hasIPv6
        )
        var order = ProgramOrder(
            ([path] + arguments).map { Array($0.utf8) },
            environment: .own,
            streams: .none
        )
        order.isHeld = true
        do { return try SupervisedProgram(order) } catch { throw .refused(error) }
    }

    /// The kernel would also remove the pair, but only some time after its last user has gone.
    deinit {
        guard hasPair else { return }
        try? machine.run { () throws(SystemCallError) in try RouteSocket().remove(Self.machineInterface) }
    }

    /// Why it ended by itself; nil if it did not.
    package var failure: String? {
        guard case .program(let program, _) = way, let helper, helper.hasEnded else { return nil }
        return "\(program.rawValue) ended by itself, with status \(helper.finish().status)"
    }

    /// Connects the origin's host, and makes it forward packets from the client's host, and from the networks `behind` it.
    package func connect(_ hosts: HostPair, behind networks: [IPNetwork] = []) throws(UplinkError) {
        if case .program(let program, _) = way, let helper { try attach(helper, program, to: hosts) }
        do throws(SystemCallError) {
            if way == .pair { try connectPair(hosts) }
            try hosts.client.namespace.run { () throws(SystemCallError) in
                let routes = try RouteSocket()
                // IPv6 has one wherever there is IPv6.
                if hosts.client.addresses.contains(where: \.isV4) {
                    try routes.addDefaultRoute(by: .v4(HostPair.originAddress), on: HostPair.clientInterface)
                }
            }
            hostTranslation = try translation(of: networks, hosts)
            if !networks.isEmpty { try forward(networks, hosts) }
        } catch {
            throw .refused(error)
        }
    }

    /// Makes the origin's host pass packets on, under its own addresses.
    private func translation(of networks: [IPNetwork], _ hosts: HostPair) throws(SystemCallError)
        -> Masquerade
    {
        let (hasIPv6, fault) = (hasIPv6, link.ip6Fault)
        let inside = networks.filter { $0.base.isV4 || hasIPv6 }
        // A translator's clients have this address on the origin's side, whatever they have on the line.
        let client =
            [.v4(HostPair.clientAddress)] + (hasIPv6 ? hosts.client.addresses.filter { !$0.isV4 } : [])
        return try hosts.origin.namespace.run { () throws(SystemCallError) in
            try PacketForwarding.turnOn(.v4)
            if hasIPv6 { try PacketForwarding.turnOn(.v6) }
            if fault == .blackHole { try RouteSocket().refuse(.all6, .blackHole) }
            return try Masquerade(of: client.map { IPNetwork(host: $0) } + inside, table: "netlab")
        }
    }

    /// Lets packets of networks behind the client's host through, and the answers back to them.
    private func forward(_ networks: [IPNetwork], _ hosts: HostPair) throws(SystemCallError) {
        try hosts.client.namespace.run { () throws(SystemCallError) in
            try PacketForwarding.turnOn(.v4)
            if hosts.client.addresses.contains(where: { !$0.isV4 }) { try PacketForwarding.turnOn(.v6) }
        }
        try hosts.origin.namespace.run { () throws(SystemCallError) in
            let routes = try RouteSocket()
            for network in networks {
                // Where the line has no IPv4, a translator has the way back.
                let gateway = hosts.client.addresses.first { $0.isV4 == network.base.isV4 }
                guard let gateway else { continue }
                try routes.addRoute(to: network, by: gateway, on: HostPair.originInterface)
            }
        }
    }

    // MARK: Root

    private func connectPair(_ hosts: HostPair) throws(SystemCallError) {
        let near = Self.machineInterface
        let (interface, ends) = (Self.interface, addresses.ends(hasIPv6: hasIPv6))
        try machine.run { () throws(SystemCallError) in
            let routes = try RouteSocket()
            try routes.addPair(
                near,
                peer: interface,
                in: hosts.origin.namespace,
                hardwareAddress: PortPair.hardwareAddress,
                mtu: Self.mtu
            )
            hasPair = true
            try routes.bringUp(near, resolvesAddresses: false)
            for end in ends {
                try routes.addAddress(end.machine, prefixLength: end.prefixLength, to: near)
            }
        }
        try hosts.origin.namespace.run { () throws(SystemCallError) in
            let routes = try RouteSocket()
            try routes.bringUp(interface, resolvesAddresses: false)
            for end in ends {
                try routes.addAddress(end.host, prefixLength: end.prefixLength, to: interface)
                try routes.addDefaultRoute(by: end.machine, on: interface)
            }
        }
        translation = try machine.run { () throws(SystemCallError) in
            try Masquerade(of: ends.map { IPNetwork(host: $0.host) }, table: near)
        }
        for version in hasIPv6 ? [PacketForwarding.v4, .v6] : [.v4] {
            let kept = try machine.run { () throws(SystemCallError) in try KeptForwarding(version) }
            forwarding.append(kept)
        }
    }

    // MARK: Ordinary users

    /// The program receives a process id and opens the namespace of its main thread: that thread stays on the
    /// origin's host until the interface exists.
    private func attach(
        _ helper: SupervisedProgram,
        _ program: UplinkProgram,
        to hosts: HostPair
    ) throws(UplinkError) {
        let failure: UplinkError?
        let own = hasIPv6 ? program.ownIPv6 : nil
        do throws(SystemCallError) {
            failure = try hosts.origin.namespace.run { () throws(SystemCallError) in
                let failure = try Self.start(helper, program)
                if failure == nil, let own { try Self.add(own.interface, router: own.router) }
                return failure
            }
        } catch {
            throw .refused(error)
        }
        if let failure { throw failure }
    }

    /// Gives the program's interface these IPv6 addresses.
    private static func add(_ addresses: [IPAddress], router: IPAddress) throws(SystemCallError) {
        let routes = try RouteSocket()
        for address in addresses {
            try routes.addAddress(address, prefixLength: HostPlace.prefixLength6, to: interface)
        }
        try routes.addDefaultRoute(by: router, on: interface)
    }

    private static func start(
        _ helper: SupervisedProgram,
        _ program: UplinkProgram
    ) throws(SystemCallError) -> UplinkError? {
        let clock = RunClock()
        helper.start()
        while try !RouteTable.current().hasDefault(on: interface) {
            if helper.hasEnded { return .programEnded(program, status: helper.finish().status) }
            guard clock.now().nanoseconds < patience else {
                return .programSilent(program, seconds: patience / 1_000_000_000)
            }
            Readiness.wait(for: [], milliseconds: lookMilliseconds)
        }
        return nil
    }
}
