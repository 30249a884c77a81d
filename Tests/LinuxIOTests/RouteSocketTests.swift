import CLinux
import Glibc
import LinuxIO
import TestSupport
import Testing
import Wire

@Suite(
    .enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"),
    .timeLimit(.minutes(1))
)
struct RouteSocketTests {
    private static let address: UInt32 = 0xC612_0001
    private static let hardware: [UInt8] = [2, 0, 0, 0, 0, 1]

    /// Runs `body` on a thread in a new namespace.
    private func inside(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await OwnThread.run {
            try NetworkNamespace.make().enter()
            try body()
        }
    }

    /// Source address of the kernel's route to 198.18.0.9; nil if there is none.
    private static func sourceTowardsLine() -> UInt32? {
        let socket = OwnedDescriptor(owning: socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0))
        var peer = sockaddr_in()
        peer.sin_family = sa_family_t(AF_INET)
        peer.sin_port = UInt16(9).bigEndian
        peer.sin_addr.s_addr = UInt32(0xC612_0009).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isRouted = withUnsafeMutablePointer(to: &peer) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket.raw, $0, length) == 0 && getsockname(socket.raw, $0, &length) == 0
            }
        }
        return isRouted ? UInt32(bigEndian: peer.sin_addr.s_addr) : nil
    }

    @Test func `an address adds the route to its network`() async throws {
        try await inside {
            let routes = try RouteSocket()
            try routes.addPair(
                "one",
                peer: "two",
                in: try NetworkNamespace.current(),
                hardwareAddress: Self.hardware,
                mtu: 1400
            )
            try routes.bringUp("two")
            try routes.addAddress(.v4(Self.address), prefixLength: 15, to: "one")
            #expect(Self.sourceTowardsLine() == nil)
            try routes.bringUp("one", mtu: 1300, queueLength: 77, resolvesAddresses: false)
            #expect(Self.sourceTowardsLine() == Self.address)
        }
    }

    @Test func `the peer of a pair is created in the other namespace`() async throws {
        try await inside {
            let other = try NetworkNamespace.make()
            let routes = try RouteSocket()
            try routes.addPair(
                "here",
                peer: "there",
                in: other,
                hardwareAddress: Self.hardware,
                mtu: 1500
            )
            #expect(if_nametoindex("here") != 0)
            #expect(if_nametoindex("there") == 0)
            try other.run { () throws(SystemCallError) in
                #expect(if_nametoindex("here") == 0)
                #expect(if_nametoindex("there") != 0)
                try Offloads.disable(on: "there")
            }
            try Offloads.disable(on: "here")
        }
    }

    @Test func `setting the initial window replaces the route without redirecting it`() async throws {
        try await inside {
            let routes = try RouteSocket()
            try routes.addPair(
                "one",
                peer: "two",
                in: try NetworkNamespace.current(),
                hardwareAddress: Self.hardware,
                mtu: 1400
            )
            try routes.bringUp("one")
            try routes.addAddress(.v4(Self.address), prefixLength: 15, to: "one")
            try routes.setInitialWindow(32, from: .v4(Self.address), prefixLength: 15, on: "one")
            #expect(Self.sourceTowardsLine() == Self.address)
            // The route made by the kernel is replaced; no second one is added.
            let table = try RouteTable(kernelText: KernelFile.read("/proc/thread-self/net/route"))
            #expect(table.routes.filter { $0.interface == "one" }.count == 1)
            #expect(throws: SystemCallError.self) {
                try routes.setInitialWindow(32, from: .v4(0x0A00_0001), prefixLength: 15, on: "nowhere")
            }
        }
    }

    @Test func `a kernel error is thrown with the interface's name`() async throws {
        try await inside {
            let here = try NetworkNamespace.current()
            let routes = try RouteSocket()
            let add = { (name: String) in
                try routes.addPair(
                    name,
                    peer: "peer",
                    in: here,
                    hardwareAddress: Self.hardware,
                    mtu: 1500
                )
            }
            try add("one")
            #expect(throws: SystemCallError("netlink veth add", on: "one", errno: EEXIST)) { try add("one") }
            #expect(throws: SystemCallError("if_nametoindex", on: "none", errno: ENODEV)) {
                try routes.bringUp("none")
            }
            try routes.addAddress(.v4(Self.address), prefixLength: 15, to: "one")
            #expect(throws: SystemCallError("netlink address add", on: "one", errno: EEXIST)) {
                try routes.addAddress(.v4(Self.address), prefixLength: 15, to: "one")
            }
        }
    }
}
