import LinkModel

/// Toxiproxy's vocabulary.
enum Toxiproxy {
    /// `upstream` is from the client to the server.
    static func stream(_ direction: LinkDirection) -> String {
        direction == .down ? "downstream" : "upstream"
    }
}
