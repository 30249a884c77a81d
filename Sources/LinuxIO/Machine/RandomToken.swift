/// A secret of 128 bits for a link, a field or a file's name.
package enum RandomToken {
    private static let digits = Array("0123456789abcdef")

    package static func text() -> String {
        var random = SystemRandomNumberGenerator()
        return String((0..<32).compactMap { _ in digits.randomElement(using: &random) })
    }
}
