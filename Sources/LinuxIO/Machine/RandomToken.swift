/// A secret of 128 bits that stands in a link or a field.
enum RandomToken {
    private static let digits = Array("0123456789abcdef")

    static func text() -> String {
        var random = SystemRandomNumberGenerator()
        return String((0..<32).compactMap { _ in digits.randomElement(using: &random) })
    }
}
