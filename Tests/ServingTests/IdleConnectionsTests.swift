import Foundation
import LinuxIO
import TestSupport
import Testing

@testable import Serving

@Suite(.timeLimit(.minutes(2))) struct IdleConnectionsTests {
    /// Physical memory of this process, in bytes.
    private static func resident() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (try #require(fields.count > 1 ? Int(fields[1]) : nil)) * Int(getpagesize())
    }

    /// Ten thousand must fit into 100 MiB; here a thousand into a tenth, plus room for the program itself.
    @Test(
        .disabled(
            if: ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil,
            "AddressSanitizer keeps memory of its own beside each allocation"
        )
    )
    func `an idle connection uses little memory`() async throws {
        await #expect(processExitsWith: .success) {
            try DescriptorLimit.raise(to: 9000)
            let server = try HTTPServer(
                listener: Listener(address: "127.0.0.1"),
                responder: EchoResponder(),
                clock: RunClock(),
                limits: ServingLimits(connections: 10_000, idle: 600_000_000_000, head: 600_000_000_000)
            )
            try server.start()
            let crowd = IdleCrowd()
            try crowd.grow(by: 400, port: server.port)
            let before = try Self.resident()
            try crowd.grow(by: 4000, port: server.port)
            let aThousand = (try Self.resident() - before) / 4
            print("1,000 idle connections hold \(aThousand / 1024) KiB")
            try #require(aThousand < 8 << 20)
            server.stop()
        }
    }
}
