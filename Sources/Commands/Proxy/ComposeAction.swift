import Compression
import Forwarding
import HTTP
import JSON
import LinuxIO
import Programs
import Proxy
import Reports
import Services
import TLS

/// `netlab proxy compose`: sends a request through a running proxy.
struct ComposeAction {
    private static let longestBody = 1 << 30

    /// The start of a new request's text; nil to begin with a past one.
    private let start: String?
    private let number: Int?
    private let fields: [String]
    /// A text, or `@` and a file.
    private let data: String?
    private let isEdited: Bool
    private let outputFile: String?
    private let port: UInt16
    private let isJSON: Bool

    /// nil for other verbs.
    init?(_ verb: ProxyVerb, _ arguments: ParsedArguments) throws(CommandFailure) {
        guard verb == .compose else { return nil }
        let words = Array(arguments.positionals.dropFirst())
        data = arguments.value("--data")
        number = try arguments.number("--from", in: 1...UInt64(Int32.max)).map { Int($0) }
        guard number == nil ? (1...2).contains(words.count) : words.isEmpty else {
            throw CommandFailure(
                .wrongUsage,
                "netlab proxy compose takes a method and a URL, or --from NUMBER",
                advice: "netlab proxy compose POST https://api.example.com/items --data '{}'"
            )
        }
        let method = words.count == 2 ? words[0] : data == nil ? "GET" : "POST"
        start = words.last.map { "\(method) \($0)" }
        fields = arguments.values("--header")
        isEdited = arguments.has("--edit")
        outputFile = arguments.value("--output")
        port = try ProxyVerb.port(arguments)
        isJSON = arguments.has("--json")
        // Before anything is asked or edited.
        do throws(MessageTextError) {
            _ = try ComposedRequest(
                MessageText(parsing: Array(head(start ?? "GET http://localhost/", []).utf8))
            )
        } catch {
            throw CommandFailure(.wrongUsage, "netlab proxy compose: \(error.words)")
        }
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let proxy = try RunningProxy.at(port)
        let composed = try request(proxy, console)
        let exchange = try composed.send(to: proxy, trusting: try ComposedRequest.trust())
        if let outputFile {
            try Self.write(exchange, to: outputFile, console)
            if outputFile == "-" { return .done }
        }
        let document = exchange.document(try past(exchange, proxy))
        if isJSON {
            console.print(document.line)
        } else if let report = ComposedRequestReport(document) {
            console.print(report.document)
        }
        return .done
    }

    /// Writes the body without compression, or as it came if that is unknown.
    private static func write(
        _ exchange: ComposedExchange,
        to file: String,
        _ console: Console
    ) throws(CommandFailure) {
        guard exchange.bodyBytes <= ComposedExchange.longestBody else {
            throw CommandFailure(
                .failed,
                "the body is longer than the \(ComposedExchange.longestBody) bytes that are kept"
            )
        }
        let plain = try? ContentUnpacking.unpacked(
            exchange.body,
            coding: exchange.head.fields["Content-Encoding"],
            atMost: longestBody
        )
        if file == "-" { return console.write(plain ?? exchange.body) }
        do throws(SystemCallError) {
            try WholeFile.write(file, plain ?? exchange.body)
        } catch {
            throw CommandFailure(.failed, "the body cannot be written: \(error)")
        }
    }

    // MARK: The request

    private func request(_ proxy: RunningProxy, _ console: Console) throws(CommandFailure) -> ComposedRequest
    {
        var (text, hint) = (Self.withoutBody(head(start ?? "", ["User-Agent: netlab"])), String?.none)
        var (content, isShown) = (try body(), true)
        if let number {
            let document = try ControlConnection(to: proxy, port: port).give(.past(number))
            let past = PastRequestDraft(document, replacesBody: data != nil)
            text = Self.withoutBody(head(past.lines.first ?? "", Array(past.lines.dropFirst())))
            if let missing = past.missing {
                hint = "request \(number) had a body, and \(missing)"
                if let hint { console.note(hint) }
            }
            if let body = past.body { (content, isShown) = (body, past.showsBody) }
        }
        guard isEdited else { return try Self.composed(text + MessageText.spelt(body: content)) }
        if !isShown {
            hint =
                "The body of \(content.count) bytes is not shown. It is kept unless another body follows the empty line."
        }
        let file = try MessageFile(
            isShown ? text + MessageText.spelt(body: content) : text,
            named: "compose",
            hint: hint
        )
        let edited = try file.edit()
        do throws(CommandFailure) {
            var composed = try Self.composed(edited)
            if !isShown, composed.body.isEmpty { composed.body = content }
            file.remove()
            return composed
        } catch {
            throw file.kept(error, nil)
        }
    }

    private static func composed(_ text: [UInt8]) throws(CommandFailure) -> ComposedRequest {
        do throws(MessageTextError) {
            return try ComposedRequest(MessageText(parsing: text))
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
    }

    /// The lines of a head: those that are named replace those of the same name before.
    private func head(_ start: String, _ usual: [String]) -> String {
        func name(_ line: String) -> String { line.prefix { $0 != ":" }.lowercased() }
        let named = Set(fields.map(name))
        return ([start] + usual.filter { !named.contains(name($0)) } + fields).joined(separator: "\n")
    }

    private static func withoutBody(_ head: String) -> [UInt8] { Array("\(head)\n\n".utf8) }

    private func body() throws(CommandFailure) -> [UInt8] {
        guard let data else { return [] }
        guard data.hasPrefix("@") else { return Array(data.utf8) }
        let path = String(data.dropFirst())
        do throws(SystemCallError) {
            return try WholeFile.read(path, limit: Self.longestBody)
        } catch {
            throw CommandFailure(.failed, "the body cannot be read: \(error)")
        }
    }

    // MARK: The proxy

    /// What the proxy tells of the exchange; nil if no server was asked.
    private func past(_ exchange: ComposedExchange, _ proxy: RunningProxy) throws(CommandFailure)
        -> JSONValue?
    {
        let list = try ControlConnection(to: proxy, port: port).give(.list(100))
        return list["requests"]?.elements.last { $0["client"]?.text == exchange.client.description }
    }
}
