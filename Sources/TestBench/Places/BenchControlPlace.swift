import BenchControl
import Grounds
import LinuxIO
import ScenarioFormat
import Synchronization
import TLS

/// Where this process gets its benches: from the `netlab exec` that it runs behind, or else from a control of its own,
/// whose lines carry byte streams.
enum BenchControlPlace {
    private enum Place: Sendable {
        case unknown
        case outside(ControlClient)
        case own(ControlServer, ControlClient)
    }

    /// How long the authority of an own control lives, in days.
    private static let days: Int64 = 30

    private static let place = Mutex(Place.unknown)

    static func client() throws(Bench.Failure) -> ControlClient {
        try place.withLock { place throws(Bench.Failure) in
            switch place {
            case .outside(let client), .own(_, let client): return client
            case .unknown: break
            }
            place = try find()
            switch place {
            case .outside(let client), .own(_, let client): return client
            case .unknown: throw Bench.Failure(.notMade, "no control for benches was found")
            }
        }
    }

    private static func find() throws(Bench.Failure) -> Place {
        if let url = Environment.variables[ControlServer.variable], !url.isEmpty {
            guard let client = ControlClient(url: url) else {
                throw Bench.Failure(
                    .notMade,
                    "\(ControlServer.variable)=\(url) is no URL of a control",
                    advice: "netlab exec sets it; without it, benches carry byte streams"
                )
            }
            return .outside(client)
        }
        do {
            let authority = try CertificateAuthority(
                validity: .days(days, from: RunClock.wall() / 1_000_000_000)
            )
            let server = try ControlServer {
                BenchYard(.stream, by: authority, files: ScenarioFiles(besides: "."))
            }
            try server.start()
            guard let client = ControlClient(url: server.url) else { return .unknown }
            return .own(server, client)
        } catch {
            throw Bench.Failure(.notMade, "benches cannot be made on this machine: \(error)")
        }
    }
}
