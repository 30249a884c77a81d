import JSON

/// What a page shows, for its title and for what it offers.
package struct PageSubject: Hashable, Sendable {
    package enum View: Hashable, Sendable {
        /// HTTP requests and their responses.
        case exchanges
        /// Flows and look-ups of devices.
        case traffic
    }

    package var view: View
    /// Such as `proxy`, or a file's name; foreign text.
    package var title: String
    /// More exchanges may come.
    package var isLive: Bool
    /// What the causes of a ledger mean, by their keys; empty if no exchange has a ledger.
    package var causes: [String: String]

    /// What to do while there are no exchanges; nil if nothing is.
    package var hint: String?

    package init(
        _ title: String,
        _ view: View = .exchanges,
        isLive: Bool,
        causes: [String: String] = [:],
        hint: String? = nil
    ) {
        self.view = view
        self.title = title
        self.isLive = isLive
        self.causes = causes
        self.hint = hint
    }

    /// The event that tells it.
    var event: String {
        var members: [JSONValue.Member] = [
            .init(key: "title", value: .string(title)), .init(key: "isLive", value: .bool(isLive)),
        ]
        if let hint { members.append(.init(key: "hint", value: .string(hint))) }
        if !causes.isEmpty {
            let words = causes.sorted { $0.key < $1.key }
            let meanings = words.map { JSONValue.Member(key: $0.key, value: .string($0.value)) }
            members.append(.init(key: "causes", value: .object(meanings)))
        }
        return "event: subject\ndata: \(JSONValue.object(members).line)\n\n"
    }
}
