package import Forwarding
package import LinuxIO
import Phones
package import Programs
import Proxy
package import Wire

/// The options of `netlab proxy`, apart from the line.
package struct ProxyOptions {
    enum Log: String, CaseIterable {
        case text, json, none
    }

    /// The command whose arguments these are.
    package static let command = "proxy"
    /// Where Charles listens, too: devices that know one know the other.
    package static let usualPort: UInt16 = 8888
    package static let intercept = CommandOption(
        "--intercept",
        value: "HOST",
        about: "decrypt TLS with this host: api.example.com, *.example.com, *; repeatable"
    )
    package static let insecure = CommandOption(
        "--insecure",
        value: "HOST",
        about: "accept any certificate of this server; repeatable"
    )
    package static let pagePort = CommandOption(
        "--ui-port",
        value: "N",
        about: "the page's port (default 8889, or a free one)"
    )
    private static let usualBodies: Int64 = 1_000_000
    private static let usualCache: Int64 = 1_000_000_000
    private static let smallestCache: Int64 = 1_000_000

    var address: SocketAddress
    var allowed: [IPNetwork]
    var intercepted: [HostPattern]
    /// A client that refuses the proxy's certificate for a host gets tunnels to it from then on.
    var passesRefused: Bool
    var insecure: [HostPattern]
    var clientCertificates: [ClientCertificateFile]
    var allowsLinkLocal: Bool
    var allowsLoopback: Bool
    var reverse: Destination?
    /// Another proxy that servers are reached through.
    var parent: ParentProxy?
    /// File of rules.
    var rulesFile: String?
    /// File for the sessions' secrets.
    var keyLogFile: String?
    /// File for the session, an HTTP archive.
    var sessionFile: String?
    /// Bodies of up to so many bytes are kept in it.
    var sessionBodies: Int
    /// The archive that answers in place of the servers.
    var replayedFile: String?
    /// Folder of responses that answer later requests.
    var cacheFolder: String?
    /// Bytes in it at most.
    var cacheSize: Int
    /// A browser shows the exchanges.
    var hasPage: Bool
    /// The page's port; nil takes the usual one, or any if that is in use.
    var pagePort: UInt16?
    /// File for a capture of all connections.
    var captureFile: String?
    var log: Log
    var isQuiet: Bool
    package var lossAsDelay: Bool
    /// Hosts with lines of their own.
    var hostLines: [HostLineOption]
    /// The line is there even if it shapes nothing yet.
    package var keepsLine: Bool

    /// Without an `address` the arguments say where it listens.
    package init(_ arguments: ParsedArguments, at address: SocketAddress? = nil) throws(CommandFailure) {
        self.address =
            if let address { address } else { try arguments.listeningAddress(usualPort: Self.usualPort) }
        allowed = try arguments.values("--allow").map { text throws(CommandFailure) in
            try Self.range(text, "--allow")
        }
        intercepted = try arguments.values("--intercept").map { text throws(CommandFailure) in
            try Self.pattern(text, "--intercept")
        }
        passesRefused = arguments.has("--auto-passthrough")
        insecure = try arguments.values("--insecure").map { text throws(CommandFailure) in
            try Self.pattern(text, "--insecure")
        }
        clientCertificates = try arguments.values("--client-cert").map(ClientCertificateFile.init)
        allowsLinkLocal = arguments.has("--link-local")
        allowsLoopback = arguments.has("--loopback")
        reverse = try arguments.value("--reverse").map(Self.server)
        parent = try Self.parent(arguments)
        rulesFile = arguments.value("--rules")
        keyLogFile = arguments.value("--keylog")
        sessionFile = arguments.value("--save")
        sessionBodies = Int(clamping: try arguments.size("--save-bodies") ?? Self.usualBodies)
        replayedFile = arguments.value("--replay")
        cacheFolder = arguments.value("--cache")
        cacheSize = try Self.cacheSize(arguments)
        pagePort = try arguments.pagePort()
        hasPage = arguments.has("--ui") || pagePort != nil
        captureFile = arguments.value("--pcap")
        isQuiet = arguments.has("--quiet")
        log = arguments.has("--json") ? .json : isQuiet ? .none : .text
        lossAsDelay = arguments.has("--loss-as-delay")
        keepsLine = arguments.has("--line")
        hostLines = try Self.hostLines(arguments)
        if !self.address.host.isLoopback, allowed.isEmpty {
            throw CommandFailure(
                .wrongUsage,
                "--bind \(self.address.host) lets other machines reach the proxy: name those that may use it with --allow",
                advice: "for example --allow 192.168.0.0/16; strangers find an open proxy within hours"
            )
        }
    }

    /// Of a proxy that phones are led to. Its own place is for the machine's commands; packets are captured elsewhere.
    init(_ arguments: ParsedArguments, ofPhonesAt place: SocketAddress) throws(CommandFailure) {
        try self.init(arguments, at: place)
        allowed = [PhoneAddresses.networks.ip4, PhoneAddresses.networks.ip6]
        captureFile = nil
    }

    package static func range(_ text: String, _ option: String) throws(CommandFailure) -> IPNetwork {
        guard let range = IPNetwork(text) else {
            throw CommandFailure(
                .wrongUsage,
                "\(option) takes an address or a range of them: not `\(text)`",
                advice: "for example \(option) 192.168.1.20 or \(option) 192.168.0.0/16"
            )
        }
        return range
    }

    private static func cacheSize(_ arguments: ParsedArguments) throws(CommandFailure) -> Int {
        let isCaching = arguments.has("--cache")
        if isCaching, arguments.has("--replay") {
            throw CommandFailure(.wrongUsage, "--replay asks no server, so --cache has nothing to store")
        }
        guard let size = try arguments.size("--cache-size") else { return Int(usualCache) }
        guard isCaching else { throw CommandFailure(.wrongUsage, "--cache-size needs --cache DIR") }
        guard size >= smallestCache else {
            throw CommandFailure(.wrongUsage, "--cache-size takes 1 MB or more")
        }
        return Int(clamping: size)
    }

    private static func hostLines(_ arguments: ParsedArguments) throws(CommandFailure) -> [HostLineOption] {
        let lines = try arguments.values(HostLineOption.name).map { text throws(CommandFailure) in
            try HostLineOption(text, lossAsDelay: arguments.has("--loss-as-delay"))
        }
        if !lines.isEmpty, arguments.has("--replay") {
            throw CommandFailure(
                .wrongUsage,
                "--replay asks no server, so \(HostLineOption.name) has nothing to slow down"
            )
        }
        return lines
    }

    private static func server(_ text: String) throws(CommandFailure) -> Destination {
        guard let server = Destination(url: text) else {
            throw CommandFailure(
                .wrongUsage,
                "--reverse takes the URL of a server, such as https://api.example.com: not `\(text)`"
            )
        }
        return server
    }

    private static func parent(_ arguments: ParsedArguments) throws(CommandFailure) -> ParentProxy? {
        let exceptions = try arguments.values("--upstream-except").map { text throws(CommandFailure) in
            try pattern(text, "--upstream-except")
        }
        guard let text = arguments.value("--upstream") else {
            if exceptions.isEmpty { return nil }
            throw CommandFailure(
                .wrongUsage,
                "--upstream-except needs --upstream: without it every server is reached directly"
            )
        }
        guard var parent = ParentProxy(url: text) else {
            // The text may hold a password.
            throw CommandFailure(
                .wrongUsage,
                "--upstream takes the URL of a proxy: http://HOST:PORT or http://USER:PASSWORD@HOST:PORT",
                advice: "write characters such as @ and : of a password as %40 and %3A"
            )
        }
        parent.exceptions = exceptions
        return parent
    }

    package static func pattern(_ text: String, _ option: String) throws(CommandFailure) -> HostPattern {
        guard let pattern = HostPattern(text) else {
            throw CommandFailure(
                .wrongUsage,
                "\(option) takes a host such as api.example.com, *.example.com or *: not `\(text)`"
            )
        }
        return pattern
    }
}
