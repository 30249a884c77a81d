import LinkModel
internal import LinuxIO
import Runs

/// The engine's ends of the two hosts' interfaces.
struct PortPair: ~Copyable, Sendable {
    /// The same on every end of every virtual Ethernet, so that frames pass unchanged and no address
    /// resolution is needed: its round trip would take time on the line.
    static let hardwareAddress: [UInt8] = [0x02, 0x00, 0xC6, 0x12, 0x00, 0x00]

    let client: PacketPort
    let origin: PacketPort
    let carrier: LinkRecord.Carrier
    /// True if packets may arrive merged and without checksums.
    let offloads: Bool
    /// Why TUN was not used; nil if it was not refused.
    let tunRefusal: SystemCallError?

    /// Makes the hosts' interfaces, and leaves them down.
    static func connect(
        _ client: borrowing BenchHost,
        _ origin: borrowing BenchHost,
        mtu: Int,
        _ ip: IPVersions,
        by choice: CarrierChoice,
        offload: Bool
    ) throws(HostPairError) -> PortPair {
        var refusal: SystemCallError?
        if choice != .veth {
            do {
                return try tun(client, origin, offload: offload)
            } catch {
                if choice == .tun { throw .tun(error) }
                refusal = error
            }
        }
        do {
            return try veth(client, origin, mtu: mtu, ip, tunRefusal: refusal)
        } catch {
            throw .veth(error, afterTun: refusal)
        }
    }

    private static func tun(
        _ client: borrowing BenchHost,
        _ origin: borrowing BenchHost,
        offload: Bool
    ) throws(SystemCallError) -> PortPair {
        PortPair(
            client: try tun(client, offload: offload),
            origin: try tun(origin, offload: offload),
            carrier: .tun,
            offloads: offload,
            tunRefusal: nil
        )
    }

    private static func tun(
        _ host: borrowing BenchHost,
        offload: Bool
    ) throws(SystemCallError) -> PacketPort {
        let interface = host.interface
        return try host.namespace.run { () throws(SystemCallError) in
            try PacketPort.tun(interface, offload: offload)
        }
    }

    /// The engine's ends are in a third namespace, which lives as long as the ports' sockets.
    private static func veth(
        _ client: borrowing BenchHost,
        _ origin: borrowing BenchHost,
        mtu: Int,
        _ ip: IPVersions,
        tunRefusal: SystemCallError?
    ) throws(SystemCallError) -> PortPair {
        let between = try NetworkNamespace.make()
        return PortPair(
            client: try wire(client, from: between, mtu: mtu, ip),
            origin: try wire(origin, from: between, mtu: mtu, ip),
            carrier: .veth,
            offloads: false,
            tunRefusal: tunRefusal
        )
    }

    private static func wire(
        _ host: borrowing BenchHost,
        from between: borrowing NetworkNamespace,
        mtu: Int,
        _ ip: IPVersions
    ) throws(SystemCallError) -> PacketPort {
        let interface = host.interface
        let end = "\(interface)-line"
        let port = try between.run { () throws(SystemCallError) in
            try NetworkSettings.silenceIPv6()
            let routes = try RouteSocket()
            try routes.addPair(
                end,
                peer: interface,
                in: host.namespace,
                hardwareAddress: hardwareAddress,
                mtu: mtu
            )
            try Offloads.disable(on: end)
            try routes.bringUp(end, queueLength: BenchHost.deviceQueue, resolvesAddresses: false)
            return try PacketPort.ethernet(end, ip4Only: ip == .v4)
        }
        try host.namespace.run { () throws(SystemCallError) in try Offloads.disable(on: interface) }
        return port
    }

    /// Switches offloading off: every packet is whole and complete from now on, though each keeps the offload
    /// header.
    func keepPacketsApart() throws(SystemCallError) {
        try client.setOffload(false)
        try origin.setOffload(false)
    }
}
