package import LinuxIO

/// Makes benches for programs of this machine, which ask by HTTP on the loopback.
///
/// Any thread may start and stop it. For packets, the one that starts it is on the client's host.
package final class ControlServer: Sendable {
    /// The variable that tells programs the control's URL.
    package static let variable = "NETLAB_CONTROL"
    private let desk: ControlDesk<ControlCall>
    private let work: ControlWork
    private let judge: BenchJudge
    private let makeYard: @Sendable () -> BenchRegistry

    /// `makeYard` is called on the control's own thread.
    package init(
        clock: RunClock = RunClock(),
        judging judge: @escaping BenchJudge = { _ in [] },
        _ makeYard: @escaping @Sendable () -> BenchRegistry
    ) throws {
        desk = try ControlDesk(clock: clock)
        work = ControlWork(desk.queue)
        self.judge = judge
        self.makeYard = makeYard
    }

    /// The URL to ask below, without a slash at its end. Who knows it may make benches.
    package var url: String { desk.url }

    package func start() throws(SystemCallError) {
        try work.start(judging: judge, makeYard)
        try desk.start()
    }

    /// Takes down all benches.
    package func stop() {
        desk.stop()
        work.stop()
    }
}
