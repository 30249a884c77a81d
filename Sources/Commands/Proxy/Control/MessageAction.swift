import JSON
import Programs
import Proxy
import Services

/// `netlab proxy show|continue|abort`: what becomes of messages that a running proxy holds.
struct MessageAction {
    private enum Text {
        /// The message's own, changed in an editor.
        case edited
        /// From a file, or from standard input (`-`).
        case file(String)
    }

    private let verb: ProxyVerb
    private let ids: [Int]
    /// What a message is to be; nil leaves it as it is.
    private let text: Text?
    private let port: UInt16
    private let isJSON: Bool

    /// nil for other verbs.
    init?(_ verb: ProxyVerb, _ arguments: ParsedArguments) throws(CommandFailure) {
        guard [.show, .proceed, .abort].contains(verb) else { return nil }
        let words = arguments.positionals.dropFirst()
        let ids = words.compactMap { Int($0) }.filter { $0 > 0 }
        let name = "netlab proxy \(verb.rawValue)"
        guard !ids.isEmpty, ids.count == words.count else {
            throw CommandFailure(
                .wrongUsage,
                "\(name) needs the id of a held message",
                advice: "netlab proxy held lists them"
            )
        }
        if arguments.has("--edit"), arguments.has("--from") {
            throw CommandFailure(
                .wrongUsage,
                "\(name) takes the text from --from or from --edit, not from both"
            )
        }
        text = arguments.has("--edit") ? .edited : arguments.value("--from").map { .file($0) }
        if ids.count > 1, text != nil || verb == .show {
            throw CommandFailure(
                .wrongUsage,
                "\(name) takes one id at a time, except to continue messages unchanged"
            )
        }
        self.verb = verb
        self.ids = ids
        port = try ProxyVerb.port(arguments)
        isJSON = arguments.has("--json")
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let proxy = try RunningProxy.at(port)
        for id in ids {
            let message = try act(on: id, proxy, console)
            if isJSON {
                console.print(message.line)
            } else if verb == .show {
                console.print(message["text"]?.text ?? "")
                if let hint = Self.hint(message) { console.note(hint) }
            } else {
                console.print(Self.sentence(verb, message))
            }
        }
        return .done
    }

    private func act(on id: Int, _ proxy: RunningProxy, _ console: Console) throws(CommandFailure)
        -> JSONValue
    {
        func tell(_ command: ControlCommand, _ text: [UInt8] = []) throws(CommandFailure) -> JSONValue {
            try ControlConnection(to: proxy, port: port).give(command, text)
        }
        switch (verb, text) {
        case (.show, _): return try tell(.show(id))
        case (.abort, _): return try tell(.abort(id))
        case (_, nil): return try tell(.proceed(id))
        case (_, .file(let path)?): return try tell(.proceed(id), try MessageFile.read(path))
        case (_, .edited?):
            let held = try tell(.show(id))
            let file = try MessageFile(
                Array((held["text"]?.text ?? "").utf8),
                named: "held-\(id)",
                hint: Self.hint(held)
            )
            let edited = try file.edit()
            do throws(CommandFailure) {
                let message = try tell(.proceed(id), edited)
                file.remove()
                return message
            } catch {
                throw file.kept(error, "netlab proxy continue \(id) --from \(file.path)")
            }
        }
    }

    /// What the text does not show; nil if it shows all.
    private static func hint(_ message: JSONValue) -> String? {
        guard message["showsBody"]?.flag == false, let count = message["bodyBytes"]?.int, count > 0 else {
            return nil
        }
        return
            "the body of \(count) B is not text: it is sent unchanged unless another body follows the empty line"
    }

    private static func sentence(_ verb: ProxyVerb, _ message: JSONValue) -> String {
        let what = message["phase"]?.text == "request" ? "" : "the response to "
        let request = "\(message["method"]?.text ?? "") \(message["url"]?.text ?? "")"
        return verb == .abort ? "aborted: \(what)\(request)" : "continued: \(what)\(request)"
    }
}
