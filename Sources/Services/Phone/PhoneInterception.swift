import Forwarding
import LinkEngine
import LinkModel
import LinuxIO
import Naming
package import Programs
import Proxy
import TLS
import Wire

/// What `--intercept` of `netlab phone` asks for: a proxy behind the line, to which the phones' name server leads some hosts.
package struct PhoneInterception {
    /// An address of its own behind the line, so that nothing else of those hosts is answered: QUIC is refused, and apps use
    /// TCP.
    private static let address = IPAddress.v4(HostPair.originAddress + 1)
    /// HTTP and HTTPS.
    private static let ports: [UInt16] = [80, 443]

    let proxy: ProxyOptions
    /// Of the proxy's sessions, for the capture.
    let secrets = KeyLog()

    package static let options = own + [TrafficPlan.option, ProxyOptions.pagePort]

    /// Those that mean nothing without a host to intercept.
    private static let own = [
        ProxyOptions.intercept,
        CommandOption(
            "--auto-passthrough",
            about: "tunnel TLS that an app refuses to have decrypted, such as one with pinned certificates"
        ),
        ProxyOptions.insecure,
        CommandOption(
            "--rules",
            value: "FILE",
            about: "with --intercept: what to block, answer with files, redirect and change"
        ),
        CommandOption(
            "--keylog",
            value: "FILE",
            about: "with --intercept: append the secrets of all sessions"
        ),
        CommandOption(
            "--save",
            value: "FILE",
            about: "with --intercept: keep the session as an HTTP archive (HAR)"
        ),
    ]

    /// nil if no host is named.
    init?(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.has("--intercept") else {
            let dependent = Self.own.flatMap(\.names).first { $0 != "--intercept" && arguments.has($0) }
            guard let dependent else { return nil }
            throw CommandFailure(
                .wrongUsage,
                "\(dependent) is for what is intercepted: name hosts with --intercept",
                advice: "--intercept '*' takes all of them"
            )
        }
        let place = SocketAddress(host: .loopback4, port: ProxyOptions.usualPort)
        proxy = try ProxyOptions(arguments, ofPhonesAt: place)
    }

    /// Where the phones' name server leads these hosts. The proxy itself asks on the origin's host, and gets their own
    /// addresses.
    var redirection: NameRedirection {
        let hosts = proxy.intercepted
        return NameRedirection(to: [Self.address], exempt: Set(HostPlace.first.originAddresses(.both))) {
            name in
            ProxyServer.isGuide(name)
                || Self.ports.contains { port in
                    let destination = Destination(host: name, port: port, isEncrypted: port == 443)
                    return hosts.contains { $0.matches(destination) }
                }
        }
    }

    var places: [SocketAddress] { Self.ports.map { SocketAddress(host: Self.address, port: $0) } }

    var hint: String { "Phones are led here when they look up \(hosts)." }

    private var hosts: String { proxy.intercepted.map(\.description).joined(separator: ", ") }

    func announce(_ page: String?, on console: Console) {
        guard !proxy.isQuiet else { return }
        console.note(
            "decrypts TLS with \(hosts): open http://netlab.test/ on the phone, which gives it netlab's certificate"
        )
        console.note("QUIC to them is refused, so that apps use TCP")
        if let page { console.note("page: \(page)") }
    }
}
