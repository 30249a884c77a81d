import HTTP

extension ForwardedRequest {
    /// The request as a text to edit. `body` is without compression; nil leaves it out.
    package func text(body: [UInt8]?) -> [UInt8] {
        var fields = head.fields
        // It follows from the URL.
        if fields["Host"] == destination.authority { fields["Host"] = nil }
        return MessageText.spelt("\(head.method) \(statedURL)", fields, body: body)
    }

    /// With `*` there is no path: the URL names the server alone.
    private var statedURL: String {
        head.target == "*" ? "\(destination.scheme)://\(destination.authority)" : url
    }

    /// A new request as the text states it.
    package init(composed text: MessageText) throws(MessageTextError) {
        let server = Destination(host: "localhost", port: 80, isEncrypted: false)
        let head = HTTPRequestHead(method: "GET", target: "/", fields: ["Host": server.authority])
        // The text replaces all of it.
        self = try ForwardedRequest(tunnelTo: server, head).edited(by: text)
    }

    /// The request with the head that the text states.
    package func edited(by text: MessageText) throws(MessageTextError) -> ForwardedRequest {
        let line = text.start.line
        var words = text.start.text.split(separator: " ")
        if words.count == 3, words[2].hasPrefix("HTTP/") { words.removeLast() }
        guard words.count == 2 else { throw MessageTextError(line, .request(text.start.text)) }
        let (method, url) = (String(words[0]), String(words[1]))
        guard HTTPField.isName(method), method != "CONNECT" else {
            throw MessageTextError(line, .method(method))
        }
        guard case .absolute(let scheme, let authority, let path)? = HTTPTarget(parsing: url, method: method)
        else { throw MessageTextError(line, .url(url)) }
        var edited = self
        let named = Destination(scheme: scheme, authority)
        // The same server stays where its client or a rule has found it.
        let isSame =
            named.host == destination.host && named.port == destination.port
            && named.isEncrypted == destination.isEncrypted
        if !isSame { edited.destination = named }
        edited.head.method = method
        edited.head.target =
            path.isEmpty ? (method == "OPTIONS" ? "*" : "/") : path.hasPrefix("/") ? path : "/\(path)"
        var fields = HTTPFields()
        if !text.fields.has("Host") { fields.append("Host", edited.destination.authority) }
        for field in text.merged(with: head.fields) { fields.append(field.name, field.value) }
        edited.head.fields = fields
        return edited
    }
}
