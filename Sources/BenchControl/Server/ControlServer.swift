package import LinuxIO
import Serving

/// Makes benches for programs of this machine, which ask by HTTP on the loopback.
///
/// Any thread may start and stop it. For packets, the one that starts it is on the client's host.
package final class ControlServer: Sendable {
    /// The variable that tells programs the control's URL.
    package static let variable = "NETLAB_CONTROL"
    private static let loopback = "127.0.0.1"

    private let server: HTTPServer
    private let work: ControlWork
    /// The URL to ask below, without a slash at its end. Who knows it may make benches.
    package let url: String
    private let judge: BenchJudge
    private let makeYard: @Sendable () -> BenchRegistry

    /// `makeYard` is called on the control's own thread.
    package init(
        clock: RunClock = RunClock(),
        judging judge: @escaping BenchJudge = { _ in [] },
        _ makeYard: @escaping @Sendable () -> BenchRegistry
    ) throws {
        let path = "/\(RandomToken.text())"
        let listener = try Listener(address: Self.loopback)
        url = "http://\(listener.address)\(path)"
        work = try ControlWork()
        self.judge = judge
        self.makeYard = makeYard
        server = try HTTPServer(
            listener: listener,
            responder: ControlResponder(at: path, work),
            clock: clock,
            limits: ServingLimits(connections: 256)
        )
    }

    package func start() throws(SystemCallError) {
        try work.start(judging: judge, makeYard)
        try server.start()
    }

    /// Takes down all benches.
    package func stop() {
        server.stop()
        work.stop()
    }
}
