import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite(
    .enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"),
    .timeLimit(.minutes(1))
)
struct NetworkNamespaceTests {
    /// The kernel's name of the calling thread's namespace.
    private static func here() -> String {
        var name = [UInt8](repeating: 0, count: 64)
        let count = readlink("/proc/thread-self/ns/net", &name, name.count)
        return String(decoding: name[..<max(0, count)], as: UTF8.self)
    }

    @Test func `creating a namespace does not move the thread`() async throws {
        try await OwnThread.run {
            let before = Self.here()
            let made = try NetworkNamespace.make()
            #expect(Self.here() == before)
            try made.enter()
            #expect(Self.here() != before)
        }
    }

    @Test func `a new namespace has no loopback until it is brought up`() async throws {
        try await OwnThread.run {
            try NetworkNamespace.make().enter()
            #expect(throws: (any Error).self) { try Self.connect() }
            try Loopback.bringUpWhereDown()
            try Self.connect()
            try Loopback.bringUpWhereDown()
        }
    }

    /// Connects to its own listener on the loopback.
    private static func connect() throws {
        let somewhere = SocketAddress(address: 0x7F00_0001, port: 0)
        let listener = try ListeningSocket(somewhere, backlog: 1)
        let socket = try StreamSocket.connecting(to: listener.address)
        if let error = socket.takeError() { throw error }
    }

    @Test func `work inside a namespace returns to the original one, even after an error`() async throws {
        try await OwnThread.run {
            let before = Self.here()
            let made = try NetworkNamespace.make()
            let inside = try made.run { () throws(SystemCallError) in Self.here() }
            #expect(inside != before)
            #expect(Self.here() == before)
            let refusal = SystemCallError("open", on: "nothing", errno: ENOENT)
            #expect(throws: refusal) {
                try made.run { () throws(SystemCallError) in throw refusal }
            }
            #expect(Self.here() == before)
        }
    }

    @Test func `a child thread starts in its parent's namespace, other threads are unaffected`() async throws
    {
        let outside = Self.here()
        try await OwnThread.run {
            try NetworkNamespace.make().enter()
            let parent = Self.here()
            let child = try WorkerThread(name: "test-child") { #expect(Self.here() == parent) }
            child.join()
            #expect(parent != outside)
        }
        #expect(Self.here() == outside)
    }

    @Test func `entering the sandbox with sufficient privileges does not move the thread`() async throws {
        try await OwnThread.run {
            let before = Self.here()
            try Sandbox.enter()
            try Sandbox.enter()
            #expect(Self.here() == before)
        }
    }

    @Test func `settings apply only in their own namespace`() async throws {
        let path = "/proc/sys/net/ipv4/tcp_no_metrics_save"
        let outside = KernelFile.number(path)
        try await OwnThread.run {
            try NetworkNamespace.make().enter()
            try NetworkSettings(largestBuffer: 33_554_432).apply(to: "lo")
            #expect(KernelFile.number(path) == 1)
            #expect(KernelFile.number("/proc/sys/net/ipv4/tcp_slow_start_after_idle") == 1)
            #expect(KernelFile.number("/proc/sys/net/ipv4/tcp_mtu_probing") == 0)
            #expect(try KernelFile.read("/proc/sys/net/ipv4/tcp_rmem") == "4096\t131072\t33554432\n")
            #expect(try KernelFile.read("/proc/sys/net/ipv4/tcp_wmem") == "4096\t16384\t33554432\n")
        }
        #expect(KernelFile.number(path) == outside)
    }

    @Test func `IPv6 has no packets of its own, or is off`() async throws {
        for hasIPv6 in [false, true] {
            try await OwnThread.run {
                try NetworkNamespace.make().enter()
                var settings = NetworkSettings(largestBuffer: 0)
                settings.hasIPv6 = hasIPv6
                try settings.apply(to: "lo")
                let folder = "/proc/sys/net/ipv6/conf"
                for scope in ["all", "default"] {
                    #expect(KernelFile.number("\(folder)/\(scope)/disable_ipv6") == (hasIPv6 ? 0 : 1))
                }
                guard hasIPv6 else { return }
                for setting in ["accept_ra", "autoconf", "router_solicitations", "dad_transmits"] {
                    #expect(KernelFile.number("\(folder)/default/\(setting)") == 0, "\(setting)")
                }
            }
        }
    }
}
