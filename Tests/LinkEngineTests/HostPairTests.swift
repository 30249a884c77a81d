import Glibc
import LinkEngine
import LinkModel
import LinuxIO
import TestSupport
import Testing

@Suite(
    .enabled(if: OwnThread.allows(.namespaces), "needs the right to make namespaces (root)"),
    .timeLimit(.minutes(1))
)
struct HostPairTests {
    private static let link = LinkParameters(
        down: DirectionParameters(),
        up: DirectionParameters(),
        mtu: 1400
    )

    private static func linkText(_ path: String) -> String {
        var name = [UInt8](repeating: 0, count: 128)
        let count = readlink(path, &name, name.count)
        return String(decoding: name[..<max(0, count)], as: UTF8.self)
    }

    /// The kernel's name of the calling thread's namespace.
    private static func here() -> String {
        linkText("/proc/thread-self/ns/net")
    }

    @Test func `leaves the thread on the client's host and can visit the origin's`() async throws {
        try await OwnThread.run {
            let outside = Self.here()
            let hosts = try HostPair(Self.link)
            let client = Self.here()
            let origin = try hosts.onOrigin { Self.here() }
            #expect(Set([outside, client, origin]).count == 3)
            #expect(Self.here() == client)
            #expect(try hosts.onClient { Self.here() } == client)
            #expect(if_nametoindex(hosts.client.interface) != 0)
            #expect(try hosts.onOrigin { if_nametoindex(hosts.origin.interface) } != 0)
            #expect(throws: SystemCallError("visit", errno: EIO)) {
                try hosts.onOrigin { throw SystemCallError("visit", errno: EIO) }
            }
            #expect(Self.here() == client)
        }
    }

    @Test(arguments: [CarrierChoice.automatic, .veth])
    func `successive pairs are fresh and leak no namespace descriptor`(
        carrier: CarrierChoice
    ) async throws {
        try await OwnThread.run {
            let outside = try NetworkNamespace.current()
            let start = Self.here()
            var seen: [String] = []
            for _ in 0..<3 {
                let hosts = try HostPair(Self.link, carrier: carrier)
                let pair = [Self.here(), try hosts.onOrigin { Self.here() }]
                // The kernel may reuse the number of a namespace that is gone.
                #expect(Set(pair + [start]).count == 3)
                seen += pair
                // The address is free each time: nothing of the previous pair remains.
                let socket = try TestSocket.udp()
                try socket.bind(HostPair.clientAddress, port: 99)
            }
            try outside.enter()
            let open = (0..<1024).map { Self.linkText("/proc/self/fd/\($0)") }
            #expect(Set(open).isDisjoint(with: seen))
        }
    }

    @Test func `a custom receive buffer applies to the client only`() async throws {
        try await OwnThread.run {
            let transport = HostTransport(initialWindow: 32, receiveBuffer: 20_000)
            let hosts = try HostPair(Self.link, transport: transport)
            func largest() throws -> Int? {
                try KernelFile.read("/proc/sys/net/ipv4/tcp_rmem").split(whereSeparator: \.isWhitespace)
                    .last.flatMap { Int($0) }
            }
            #expect(try hosts.onClient { try largest() } == 20_000)
            #expect(try hosts.onOrigin { try largest() ?? 0 } >= 16 << 20)
        }
    }

    @Test func `a disallowed feature has a reason and a remedy, an allowed one neither`() {
        #expect(OwnThread.allowances.map(\.feature) == MachineAllowance.Feature.allCases)
        for allowance in OwnThread.allowances {
            #expect((allowance.reason == nil) == allowance.isAllowed)
            #expect((allowance.remedy == nil) == allowance.isAllowed)
        }
    }

    @Test func `probing the machine leaves the thread in its namespace`() async throws {
        try await OwnThread.run {
            let before = Self.here()
            _ = MachineProbe.allowances()
            #expect(Self.here() == before)
        }
    }
}

@Suite(.timeLimit(.minutes(1)))
struct HostPairErrorTests {
    @Test func `an inaccessible TUN device is reported with the remedy`() {
        let error = HostPairError.tun(SystemCallError("open", on: "/dev/net/tun", errno: EACCES))
        #expect(error.reason == "no TUN interface can be made (open /dev/net/tun: Permission denied)")
        #expect(error.remedy.contains("sudo chmod 0666 /dev/net/tun"))
        #expect(error.remedy.contains("--device /dev/net/tun"))
    }

    @Test func `when both carriers fail, both causes are reported`() {
        let tun = SystemCallError("open", on: "/dev/net/tun", errno: ENOENT)
        let veth = SystemCallError("netlink veth add", on: "client0-line", errno: EOPNOTSUPP)
        let error = HostPairError.veth(veth, afterTun: tun)
        #expect(error.reason.contains("\(tun)"))
        #expect(error.reason.contains("\(veth)"))
        #expect(error.remedy.contains("modprobe veth"))
    }
}
