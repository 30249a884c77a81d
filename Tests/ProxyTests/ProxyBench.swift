import Foundation
import HTTP
import LinuxIO
import Proxy
import Serving
import TLS
import TestSupport
import Testing
import Wire

/// An origin, in the clear and over TLS, and a proxy before it.
final class ProxyBench {
    let origin: HTTPServer
    let secureOrigin: HTTPServer
    let proxy: ProxyServer
    let observer = TestObserver()
    let folder: ScratchFolder

    /// `protocols` are the secure origin's.
    init(
        _ protocols: [String] = ["http/1.1"],
        change: (inout ProxySettings) -> Void = { _ in },
        answer: @escaping @Sendable (ServedRequest) -> ServedAnswer = { .now(.text(200, $0.head.target)) }
    ) throws {
        folder = try ScratchFolder()
        let clock = RunClock()
        let validity = CertificateValidity.days(1, from: RunClock.wall() / 1_000_000_000)
        let world = try CertificateAuthority(named: "world", validity: validity)
        let subject = CertificateSubject(names: ["localhost"], addresses: [.loopback4])
        let parameters = TLSParameters(applicationProtocols: protocols)
        let identity = try world.issue(to: subject, validity: validity)
        let responder = TestOrigin(answer: answer)
        origin = try HTTPServer(listener: Listener(address: "127.0.0.1"), responder: responder, clock: clock)
        secureOrigin = try HTTPServer(
            listener: Listener(address: "127.0.0.1", tls: TLSServerContext(identity, parameters)),
            responder: responder,
            clock: clock
        )
        let authority = try CertificateAuthority(named: "netlab proxy CA", validity: validity)
        try Data(authority.certificatePEM.utf8).write(to: URL(filePath: folder.file("ca.pem")))
        try Data(world.certificatePEM.utf8).write(to: URL(filePath: folder.file("world.pem")))
        var settings = ProxySettings()
        let trust = world.certificatePEM
        settings.trust = { () throws(UpstreamFailure) in trust }
        change(&settings)
        proxy = try ProxyServer(
            listeners: ListenerSet(Listener(address: "127.0.0.1", protocols: [.http1, .http2, .socks])),
            settings: settings,
            authority: authority,
            addresses: [],
            clock: clock,
            observer: observer
        )
        try origin.start()
        try secureOrigin.start()
        try proxy.start()
    }

    deinit {
        proxy.stop()
        origin.stop()
        secureOrigin.stop()
    }

    var plain: String { "http://127.0.0.1:\(origin.port)" }
    var secure: String { "https://localhost:\(secureOrigin.port)" }

    /// curl through the proxy. It trusts the proxy's authority and no other.
    func curl(_ words: String...) throws -> ProgramOutput { try curl(words) }

    func curl(_ words: [String]) throws -> ProgramOutput { try start(words).finish() }

    /// The same while the test goes on.
    func start(_ words: [String]) throws -> RunningProgram {
        let usual = [
            "-sS", "--noproxy", "", "-x", "http://\(proxy.address)", "--cacert", folder.file("ca.pem"),
        ]
        return try Program(try #require(Program.find("curl")), usual + words, in: folder.path).start()
    }

    /// Another client is served.
    func expectServed() throws {
        let client = try LoopbackClient(port: proxy.address.port)
        try client.send("GET \(plain)/next HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.response()?.text == "/next")
    }

    /// The exchange beside that of `expectServed`, when both have ended. They came on connections of their own, so that
    /// either may have the first number.
    func exchangeBesideServed() throws -> ProxyExchange {
        try #require(exchanges(2).first { !$0.url.hasSuffix("/next") })
    }

    /// Waits for that many exchanges to end.
    func exchanges(_ count: Int) -> [ProxyExchange] {
        _ = Waiting.until { observer.ended.count >= count }
        return observer.ended
    }
}
