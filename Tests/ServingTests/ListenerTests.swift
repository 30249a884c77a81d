import LinuxIO
import Testing

@testable import Serving

@Suite struct ListenerTests {
    private func failure(_ address: String, port: UInt16 = 0, congestion: String? = nil) -> ListenerError? {
        do throws(ListenerError) {
            _ = try Listener(address: address, port: port, congestion: congestion)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a taken port is refused by address and port`() throws {
        let listener = try Listener(address: "127.0.0.1")
        let taken = try #require(SocketAddress("127.0.0.1", port: listener.port))
        #expect(failure("127.0.0.1", port: listener.port) == .inUse(taken))
        #expect(ListenerError.inUse(taken).description.contains("127.0.0.1:\(listener.port)"))
        _ = consume listener
    }

    @Test func `wishes that cannot be met are named`() throws {
        #expect(failure("localhost") == .invalidAddress("localhost"))
        #expect(failure("[::1]") == .invalidAddress("[::1]"))
        let beyond = try #require(SocketAddress("2001:db8::1", port: 0))
        #expect([.notThisMachine(beyond), .noIPv6(beyond)].contains(failure("2001:db8::1")))
        let elsewhere = try #require(SocketAddress("192.0.2.1", port: 0))
        #expect(failure("192.0.2.1") == .notThisMachine(elsewhere))
        #expect(failure("127.0.0.1", congestion: "nonesuch") == .unknownCongestionControl("nonesuch"))
    }

    @Test func `the kernel's default is not needed for a known congestion control`() {
        #expect(failure("127.0.0.1", congestion: "reno") == nil)
    }
}
