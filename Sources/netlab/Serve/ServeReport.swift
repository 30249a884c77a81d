import LinkModel
import LinuxIO
import Reports
import Runs
import Scenarios
import Wire

/// What is said when a server begins to listen.
struct ServeReport {
    let address: ServeAddress
    let subject: ServeSubject
    let certificate: OriginEncryption.Certificate
    /// nil where connections come straight to the server.
    let line: LinkRecord?
    let authorityFile: String?

    /// For people; what goes to standard output is the address alone.
    func words(_ style: TerminalStyle) -> [String] {
        var words = ["serving \(what)"]
        if let line { words += LinkLine(line).lines(style, title: "line") }
        if certificate != .valid {
            words.append("its certificate is wrong, as told: \(certificate.rawValue)")
        } else if let authorityFile {
            words.append("clients trust it by \(authorityFile): curl --cacert \(authorityFile)")
        } else if address.isEncrypted {
            words.append("no client trusts it: --ca FILE writes the certificate to trust")
        }
        return words
    }

    private var what: String {
        switch subject {
        case .fixtures: "no files, only images made on request: \(address.url)fixture/jpeg/310448"
        case .folder(let path): "the folder \(path), and images made on request at /fixture/"
        case .scenario(let name): "the files of the scenario \(name), and images made on request at /fixture/"
        }
    }

    var warning: String? {
        guard address.isOpen else { return nil }
        let urls = address.urls.joined(separator: ", ")
        return "everybody who reaches this machine can ask for what is served: \(urls)"
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
