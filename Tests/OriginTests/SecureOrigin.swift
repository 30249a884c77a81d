import Fixtures
import Foundation
import Images
import LinuxIO
import Scenarios
import Serving
import TLS
import TestSupport

@testable import Origin

/// An origin with HTTP and HTTPS, and the files that programs need to trust it.
final class SecureOrigin {
    static let host = "origin.netlab.test"

    let server: OriginServer
    let trust: TLSTrust
    /// Only the authority.
    let authorityPath: String
    let certificatePath: String
    private let folder = try? ScratchFolder()

    init(
        _ parameters: TLSParameters = TLSParameters(),
        for names: [String] = [host],
        validity: CertificateValidity? = nil,
        signedBy signer: CertificateAuthority.Signer = .authority
    ) throws {
        let now = RunClock.wall() / 1_000_000_000
        let usual = CertificateValidity.days(2, from: now)
        let authority = try CertificateAuthority(validity: usual)
        let identity = try authority.issue(
            to: CertificateSubject(names: names),
            validity: validity ?? usual,
            signedBy: signer
        )
        var listeners = ListenerSet(try Listener(address: "127.0.0.1"))
        let context = try TLSServerContext(identity, parameters)
        listeners.add(try Listener(address: "127.0.0.1", tls: context))
        server = try OriginServer(
            configuration: OriginConfiguration(
                seed: 47,
                settings: OriginSettings(files: [OriginFile(name: "a.jpg", image: .jpeg, size: 125_724)])
            ),
            drawing: LibraryDrawing(),
            listeners: listeners,
            clock: RunClock()
        )
        let path = folder?.path ?? "."
        trust = TLSTrust(bundlePath: "\(path)/bundle.pem")
        authorityPath = "\(path)/ca.pem"
        certificatePath = "\(path)/server.pem"
        let system = TrustBundle.systemPaths.lazy.compactMap {
            try? String(contentsOfFile: $0, encoding: .utf8)
        }
        let bundle = TrustBundle.joined(system.first ?? "", authority.certificatePEM)
        for (file, text) in [
            (trust.bundlePath, bundle), (authorityPath, authority.certificatePEM),
            (certificatePath, identity.certificatePEM),
        ] {
            try text.write(toFile: file, atomically: false, encoding: .utf8)
        }
        try server.start()
    }

    deinit {
        server.stop()
    }

    var port: UInt16 { server.addresses[1].port }

    func url(_ path: String) -> String { "https://\(Self.host):\(port)/\(path)" }

    /// Runs curl with the host's address and only these environment variables.
    func curl(_ arguments: [String], environment: [String: String] = [:]) throws -> ProgramOutput {
        let variables = environment.map { "\($0)=\($1)" }
        let usual = ["-sS", "--max-time", "60", "--resolve", "\(Self.host):\(port):127.0.0.1"]
        return try Program("/usr/bin/env", ["-i"] + variables + ["/usr/bin/curl"] + usual + arguments).run()
    }

    /// Runs curl with only the authority to trust, because curl reads a system's whole bundle slowly.
    func trustingCurl(_ arguments: [String]) throws -> ProgramOutput {
        try curl(["--cacert", authorityPath] + arguments)
    }
}
