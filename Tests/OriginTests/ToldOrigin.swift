import Images
import LinuxIO
import Serving
import TestSupport
import Testing

@testable import Origin

/// An origin configured by a scenario, on this machine's loopback.
final class ToldOrigin {
    let server: OriginServer

    /// `origin` is the content of `origin:`, including its files.
    init(_ origin: String) throws {
        server = try OriginServer(
            configuration: OriginConfiguration(told: origin),
            drawing: LibraryDrawing(),
            listener: Listener(address: "127.0.0.1"),
            clock: RunClock()
        )
        try server.start()
    }

    deinit {
        server.stop()
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    /// Runs curl with a time limit for each transfer; returns the output that `arguments` request.
    func curl(_ arguments: [String], seconds: Int = 30) throws -> ProgramOutput {
        try Program("/usr/bin/curl", ["-sS", "--max-time", "\(seconds)"] + arguments).run()
    }
}
