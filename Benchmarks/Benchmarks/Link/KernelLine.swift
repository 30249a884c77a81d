import LinkEngine
import LinuxIO
import Wire

/// A line made by Linux itself: two hosts on a virtual cable, each shaping what it sends by a queueing
/// discipline that the `tc` program sets.
final class KernelLine: MeasuredLine {
    /// Bytes that the discipline counts in addition to the IP packet.
    static let ethernetHeader = 14
    static let interfaces = (client: "client0", origin: "origin0")
    private static let hardwareAddress: [UInt8] = [0x02, 0x00, 0xC6, 0x12, 0x00, 0x01]
    private static let prefixLength = 15

    private let client: NetworkNamespace
    private let origin: NetworkNamespace

    /// Sets the disciplines with arguments of `tc`, such as `["tbf", "rate", "2mbit", ...]`. Usually needs
    /// root. Without the program nothing is shaped.
    init(_ tool: ToolRun? = nil, discipline: [String] = [], mtu: Int = 1500) throws {
        try Sandbox.enter()
        client = try NetworkNamespace.make()
        origin = try NetworkNamespace.make()
        try client.run { () throws(SystemCallError) in
            try NetworkSettings.silenceIPv6()
            try RouteSocket().addPair(
                Self.interfaces.client,
                peer: Self.interfaces.origin,
                in: origin,
                hardwareAddress: Self.hardwareAddress,
                mtu: mtu
            )
        }
        try onClient { try Self.bringUp(Self.interfaces.client, HostPair.clientAddress, tool, discipline) }
        try onOrigin { try Self.bringUp(Self.interfaces.origin, HostPair.originAddress, tool, discipline) }
    }

    private static func bringUp(
        _ interface: String,
        _ address: UInt32,
        _ tool: ToolRun?,
        _ discipline: [String]
    ) throws {
        try NetworkSettings.silenceIPv6()
        try NetworkSettings.allowPing()
        try Offloads.disable(on: interface)
        let routes = try RouteSocket()
        try routes.bringUp(interface, resolvesAddresses: false)
        try routes.addAddress(.v4(address), prefixLength: prefixLength, to: interface)
        try tool?.run(["qdisc", "add", "dev", interface, "root"] + discipline)
    }

    func onClient<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        try client.run { () throws(SystemCallError) in Result { try body() } }.get()
    }

    func onOrigin<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        try origin.run { () throws(SystemCallError) in Result { try body() } }.get()
    }
}
