import HTTP
package import JSON
import Wire

/// A request that has passed, as the start of a new one.
package struct PastRequestDraft {
    /// Longest body that an editor shows, in bytes.
    private static let longestShown = 1 << 20

    /// The start line and the fields.
    package private(set) var lines: [String]
    /// nil without one, and if it is not kept.
    package private(set) var body: [UInt8]?
    /// Why it is not kept; nil if it is, or there was none.
    package let missing: String?

    /// From what the proxy tells of it. `replacesBody`: another body takes the place of its own.
    package init(_ document: JSONValue, replacesBody: Bool) {
        lines = (document["text"]?.text ?? "").split(separator: "\n").map(String.init)
        guard !replacesBody else {
            missing = nil
            return
        }
        missing = document["bodyMissing"]?.text
        body = document["body"]?.text.flatMap { Base64.decoded(Array($0.utf8)[...]) }
        if let coding = document["bodyCoding"]?.text { lines.append("Content-Encoding: \(coding)") }
    }

    /// The body is a text that people can edit.
    package var showsBody: Bool {
        guard let body else { return true }
        return body.count <= Self.longestShown && !body.contains(0)
            && String(validating: body, as: UTF8.self) != nil
    }
}
