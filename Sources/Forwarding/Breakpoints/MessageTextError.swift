/// What is wrong with an edited text, and in which line.
package struct MessageTextError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        case empty
        case encoding
        /// The start line is no request's.
        case request(String)
        case method(String)
        case url(String)
        /// The start line is no response's.
        case response(String)
        case field(String)
        /// Of the field with this name.
        case value(String)
        case own(String)
    }

    /// From 1.
    package let line: Int
    package let reason: Reason

    package init(_ line: Int, _ reason: Reason) {
        self.line = line
        self.reason = reason
    }

    package var description: String { "line \(line): \(words)" }

    /// Without the line.
    package var words: String {
        switch reason {
        case .empty: "the text is empty"
        case .encoding: "the head of a message must be UTF-8"
        case .request(let text):
            "a request begins with a method and a URL, such as `GET https://example.com/a`, not `\(text)`"
        case .method(let text): "`\(text)` is not a request method"
        case .url(let text): "`\(text)` is not an http or https URL, escaped where needed"
        case .response(let text):
            "a response begins with a status from 200 to 599, such as `200 OK`, not `\(text)`"
        case .field(let text): "a field is a name, a colon and a value, not `\(text)`"
        case .value(let name): "the value of `\(name)` has characters that are not allowed in a field"
        case .own(let name): "the proxy sets `\(name)` itself, from the body and the connection"
        }
    }
}
