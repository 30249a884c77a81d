import JSON
import LinkModel
import LinuxIO
import Reports
import Runs
import Scenarios
import Wire

/// The announcement when a server begins to listen.
struct ServeReport {
    let address: ServeAddress
    let subject: ServeSubject
    let certificate: OriginEncryption.Certificate
    /// nil if connections go directly to the server.
    let line: LinkRecord?
    let authorityFile: String?

    /// The announcement for people. Standard output gets only the address.
    func words(_ style: TerminalStyle) -> [String] {
        func sentence(_ text: String) -> [String] { text.wrapped(style.width, hanging: 2) }
        var words = sentence("serving \(what)")
        if let line { words += TerminalRenderer(style).lines(LinkLine(line).paragraph(title: "line")) }
        if certificate != .valid {
            words += sentence("its certificate is invalid on purpose: \(certificate.rawValue)")
        } else if let file = authorityFile?.unbroken {
            words += sentence("clients need \(file) to trust it: curl --cacert \(file)")
        } else if address.isEncrypted {
            words += sentence("no client trusts it: --ca FILE writes the certificate to trust")
        }
        return words
    }

    private var what: String {
        let images = "images made on request"
        switch subject {
        case .fixtures: return "no files, only \(images): \(address.url)fixture/jpeg/310448"
        case .folder(let path): return "the folder \(path.unbroken), and \(images) at /fixture/"
        case .scenario(let name):
            return "the files of the scenario \(name.unbroken), and \(images) at /fixture/"
        }
    }

    var warning: String? {
        guard address.isOpen else { return nil }
        let urls = address.urls.joined(separator: ", ")
        return "everyone who reaches this machine can fetch these files: \(urls)"
    }

    var json: JSONValue {
        var (folder, scenario) = (JSONValue.null, JSONValue.null)
        switch subject {
        case .fixtures: break
        case .folder(let path): folder = .string(path)
        case .scenario(let name): scenario = .string(name)
        }
        return [
            "schema": "netlab.serve/1",
            "url": .string(address.url),
            "urls": .array(address.urls.map { .string($0) }),
            "address": .string(address.address.host.description),
            "port": .integer(Int64(address.address.port)),
            "tls": .bool(address.isEncrypted),
            "ca": authorityFile.map { .string($0) } ?? .null,
            "folder": folder,
            "scenario": scenario,
            "link": line?.json ?? .null,
        ]
    }
}
