import CacheClient
import Forwarding
import FuzzSupport
import HTTP
import Origin
import Wire

/// Any bytes as the URL of a user, the `Location` of a server and the target of a client: refused, or the same again
/// once written, and the same server for whoever reads it.
package func fuzzURL(_ bytes: [UInt8]) {
    // Arguments and files are UTF-8.
    checkServer(String(decoding: bytes, as: UTF8.self))
    // A field and a target have one byte per character.
    var text = ""
    text.unicodeScalars.append(contentsOf: bytes.map { Unicode.Scalar($0) })
    checkServer(text)
    checkRedirect(text)
    checkForwarding(text)
    checkFolder(text)
}

private func checkServer(_ text: String) {
    if case .absolute(let scheme, let authority, _)? = HTTPTarget(parsing: text, method: "GET"),
        authority.port != 0
    {
        guard let endpoint = URLEndpoint(url: text) else {
            return demand(false, "the proxy takes \(text), and the client does not")
        }
        demand(endpoint.isSecure == (scheme == "https"), "one reads http, the other https")
        demand(
            endpoint.port == authority.port.map(Int.init) ?? (endpoint.isSecure ? 443 : 80),
            "two ports in \(text)"
        )
        demand(endpoint.bracketed == authority.host.lowercased(), "two hosts in \(text)")
    }
    if let endpoint = URLEndpoint(url: text) {
        demand(URLEndpoint(url: endpoint.url) == endpoint, "\(text) becomes \(endpoint.url)")
        // Whom a redirect may tell a password is decided by endpoints, and where it leads by libcurl.
        if let asked = AskedServer(text) {
            demand(AskedServer(endpoint.url) == asked, "\(text) asks \(asked), and not \(endpoint.url)")
        }
    }
}

extension URLEndpoint {
    /// A colon in a host is an address'.
    fileprivate var bracketed: String { host.contains(":") ? "[\(host)]" : host }

    fileprivate var url: String { "\(isSecure ? "https" : "http")://\(bracketed):\(port)/" }
}

private func checkRedirect(_ location: String) {
    for base in ["http://a.test/b/c?d", "https://user@[::1]:8443/"] {
        guard let target = RedirectTarget.resolve(location, from: base), URLEndpoint(url: target) != nil
        else {
            // Such a redirect is not followed.
            continue
        }
        demand(!target.contains("#"), "a fragment is sent: \(target)")
        demand(!target.utf8.contains { $0 <= 0x20 || $0 == 0x7F }, "a target that ends its line")
        // An address that was hidden by escapes may be written in full only then.
        let again = RedirectTarget.resolve(target, from: base)
        demand(again.flatMap { AskedServer($0) } == AskedServer(target), "\(target) leads elsewhere")
        checkServer(target)
    }
}

private func checkForwarding(_ text: String) {
    if let server = Destination(url: text) {
        let url = "\(server.scheme)://\(server.authority)"
        demand(Destination(url: url) == server, "\(text) becomes \(url)")
    }
    if let parent = ParentProxy(url: text) {
        let order = parent.connect(to: parent.server)
        demand(
            (try? ForwardedRequest.tunnel(of: order, isEncrypted: false)) == parent.server
                || parent.server.port == 0,
            "a tunnel to elsewhere"
        )
        let said = order.fields["Proxy-Authorization"] ?? ""
        demand(!said.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a password that ends its line")
    }
    if let hosts = HostPattern(text) {
        demand(HostPattern(hosts.description) == hosts, "\(text) becomes \(hosts)")
    }
    if let clients = IPNetwork(text) {
        demand(IPNetwork(clients.description) == clients, "\(text) becomes \(clients)")
    }
    let head = HTTPRequestHead(method: "GET", target: text)
    guard let request = try? ForwardedRequest(head, within: nil) else { return }
    let again = try? ForwardedRequest(HTTPRequestHead(method: "GET", target: request.url), within: nil)
    demand(again == request, "\(text) becomes \(request.url)")
    demand(BreakpointPattern(request.url)?.matches(request) == true, "\(request.url) is not itself")
}

private func checkFolder(_ target: String) {
    guard let path = try? FolderPath(target) else { return }
    for name in path.components {
        demand(!name.isEmpty && !name.elementsEqual([0x2E]), "a name of nothing")
        demand(!name.elementsEqual([0x2E, 0x2E]), "a step upwards")
        demand(!name.contains(0) && !name.contains(UInt8(ascii: "/")), "a name that is none")
    }
    let written = path.escaped(asFolder: path.hasSlash)
    demand(!written.hasPrefix("//"), "a path that leads to another host")
    guard let again = try? FolderPath(written) else {
        return demand(false, "refused once written: \(written)")
    }
    demand(again.place == path.place && again.isHidden == path.isHidden, "another place: \(written)")
}
