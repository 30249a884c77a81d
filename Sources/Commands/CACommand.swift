import Figures
import Programs
import Proxy
import Services
import TLS

/// `netlab ca show|export|reset`.
struct CACommand: Command {
    enum Action: String, CaseIterable {
        case show, export, reset
    }

    private enum Form: String, CaseIterable {
        case pem = "--pem"
        case der = "--der"
        case android = "--android"
        case mobileconfig = "--mobileconfig"
    }

    static let name = "ca"
    static let summary = "Show, export or replace the proxy's certificate authority, which clients must trust"
    static let usage = "show | export [OPTIONS] | reset"
    static let discussion = """
        The proxy creates an authority when it first runs, and keeps it in $XDG_DATA_HOME/netlab (~/.local/share/netlab).
        Clients that trust it accept the certificates that the proxy issues in the name of servers. Its key stays in a
        file that only its owner can read: anyone who has the key can pretend to be any server to these clients.

        show prints where the files are, and how long the authority is valid. export prints the certificate. reset
        creates a new authority, which clients that trusted the old one do not trust.
        """
    static let options = [
        CommandOption("--pem", about: "the certificate as text (default): curl, Linux, macOS"),
        CommandOption("--der", about: "the certificate in binary, to a file or a pipe: Windows"),
        CommandOption("--android", about: "the same, as Android imports it"),
        CommandOption("--mobileconfig", about: "a configuration profile: iPhone, iPad, Mac"),
        CommandOption("--private", about: "also the key: for a second machine with the same authority"),
    ]
    static let operands: KnownOperands = .one(.one(of: Action.allCases.map(\.rawValue)))
    static let examples = [
        (line: "netlab ca export >netlab-ca.pem", about: "for curl --cacert netlab-ca.pem, or a device"),
        (line: "netlab ca show", about: "its files, and the end of its validity"),
    ]

    private let action: Action
    private let form: Form
    private let isPrivate: Bool

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        let actions = Action.allCases.map(\.rawValue).joined(separator: ", ")
        guard arguments.positionals.count == 1, let word = arguments.positionals.first,
            let action = Action(rawValue: word)
        else {
            let nearest = arguments.positionals.first?.nearest(among: Action.allCases.map(\.rawValue))
            throw CommandFailure(
                .wrongUsage,
                "netlab ca takes one of \(actions)",
                advice: nearest.map { "did you mean `netlab ca \($0)`?" } ?? Self.examples[0].line
            )
        }
        self.action = action
        isPrivate = arguments.has("--private")
        let forms = Form.allCases.filter { arguments.has($0.rawValue) }
        form = forms.first ?? .pem
        if action != .export, isPrivate || !forms.isEmpty {
            throw CommandFailure(.wrongUsage, "only netlab ca export takes a format, or --private")
        }
        if forms.count > 1 {
            throw CommandFailure(.wrongUsage, "netlab ca export prints one format at a time")
        }
        if isPrivate, form != .pem {
            throw CommandFailure(.wrongUsage, "--private needs --pem: the other formats have no key")
        }
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let files = try KeptAuthority.files()
        switch action {
        case .show:
            let authority = try KeptAuthority.load()
            console.print("certificate  \(files.certificate)")
            console.print("key          \(files.key)")
            if let until = authority.until {
                console.print("until        \(TimestampFormat.text(until * 1_000_000_000).prefix(10))")
            }
        case .export: try export(try KeptAuthority.load(), console)
        case .reset:
            files.remove()
            _ = try KeptAuthority.load()
            console.print(files.certificate)
        }
        return .done
    }

    private func export(_ authority: CertificateAuthority, _ console: Console) throws(CommandFailure) {
        let export = AuthorityExport(authority, named: KeptAuthority.name)
        switch form {
        case .pem: console.print(export.pem)
        case .der, .android: console.write(export.der)
        case .mobileconfig: console.print(export.mobileconfig)
        }
        guard isPrivate else { return }
        do throws(TLSError) {
            console.print(try authority.keyPEM)
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
    }
}
