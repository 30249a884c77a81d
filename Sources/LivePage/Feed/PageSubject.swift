import JSON

/// What a page shows, for its title and for what it offers.
package struct PageSubject: Hashable, Sendable {
    /// Such as `proxy`, or a file's name; foreign text.
    package var title: String
    /// More exchanges may come.
    package var isLive: Bool

    package init(_ title: String, isLive: Bool) {
        self.title = title
        self.isLive = isLive
    }

    /// The event that tells it.
    var event: String {
        let document: JSONValue = ["title": .string(title), "isLive": .bool(isLive)]
        return "event: subject\ndata: \(document.line)\n\n"
    }
}
