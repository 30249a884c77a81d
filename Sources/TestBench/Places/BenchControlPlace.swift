import BenchControl
import Grounds
import JSON
import LinkModel
import LinuxIO
import ScenarioFormat
import TLS

/// Where this process gets its benches.
struct BenchControlPlace: Sendable {
    /// What the environment says of the lines: `stream` takes byte streams where packets would be possible.
    private static let lineVariable = "NETLAB_LINK"
    /// What it says of the program that makes lines of packets for a process outside.
    private static let programVariable = "NETLAB_PROGRAM"
    private static let program = "netlab"
    /// How long the authority of an own control lives, in days.
    private static let days: Int64 = 30

    let client: ControlClient
    /// The certificates that vouch for the benches' servers, in PEM.
    let authority: String
    /// What must live as long as the benches.
    private let server: ControlServer?

    /// The thread waits for the control.
    private init(_ client: ControlClient, _ server: ControlServer?) throws(BenchError) {
        self.client = client
        self.server = server
        authority = try client.wait("GET", "")["authority"]?.text ?? ""
    }

    /// Found once, on a thread of its own: a program is perhaps started for it.
    private static let found = Task<BenchControlPlace, any Error> {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try WorkerThread(name: "netlab-place") {
                    continuation.resume(with: Result { try find(Environment.variables) })
                }.leave()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    static func current() async throws(Bench.Failure) -> BenchControlPlace {
        do {
            return try await found.value
        } catch let error as Bench.Failure {
            throw error
        } catch {
            throw Bench.Failure(.notMade, "benches cannot be created on this machine: \(error)")
        }
    }

    /// In this order: the `netlab exec` that this process runs behind; one of its own, for lines of packets; a control in
    /// this process, whose lines carry byte streams.
    private static func find(_ variables: [String: String]) throws -> BenchControlPlace {
        if let url = variables[ControlServer.variable], !url.isEmpty {
            guard let client = ControlClient(url: url) else {
                throw Bench.Failure(
                    .notMade,
                    "\(ControlServer.variable)=\(url) is not the URL of a control",
                    advice: "netlab exec sets it; without it, each test process has a control of its own"
                )
            }
            return try BenchControlPlace(client, nil)
        }
        if variables[lineVariable] != "stream", let place = packets(variables) { return place }
        return try streams()
    }

    /// nil if there is no program for it, or this machine does not allow it; the program then says why.
    private static func packets(_ variables: [String: String]) -> BenchControlPlace? {
        let tool = variables[programVariable].flatMap { ToolRun(at: $0) } ?? ToolRun(named: program)
        guard let tool, let pair = try? DescriptorSocket.Pair(),
            let serving = try? tool.serve(
                ["exec", "--quiet", "--hand-out", "3", "--", "cat"],
                handing: pair.there.raw
            )
        else { return nil }
        let here = pair.closeOtherEnd()
        guard let sockets = try? SocketMakerClient(over: here),
            let client = ControlClient(url: sockets.greeting, over: sockets)
        else {
            serving.end()
            return nil
        }
        // It ends with this process.
        serving.leave()
        return try? BenchControlPlace(client, nil)
    }

    private static func streams() throws -> BenchControlPlace {
        let authority = try CertificateAuthority(validity: .days(days, from: RunClock.wall() / 1_000_000_000))
        let server = try ControlServer {
            BenchRegistry(
                .stream,
                by: authority,
                drawing: Bench.linkedDrawing,
                files: ScenarioFiles(besides: ".")
            )
        }
        try server.start()
        guard let client = ControlClient(url: server.url) else {
            throw BenchError("\(server.url) is not the URL of a control")
        }
        return try BenchControlPlace(client, server)
    }
}
