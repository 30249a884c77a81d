package import JSON

/// One axis of a matrix and the run's value on it.
package struct MatrixValue: Hashable, Sendable {
    /// Path of the key, such as `client.policy`.
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

extension MatrixValue: Tabulated {
    package static let figures: [ResultFigure<MatrixValue>] = [
        .member("key", \.key),
        .member("value", \.value),
    ]

    package init?(json: JSONValue) {
        self.init(key: "", value: "")
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}
