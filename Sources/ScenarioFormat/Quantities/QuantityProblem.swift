/// Why a text is not the expected quantity.
package struct QuantityProblem: Error, Hashable, Sendable {
    /// In characters from the start of the text.
    package var offset: Int
    package var message: String
    /// The unit there and possible replacements.
    package var word: String?
    package var candidates: [String]

    package init(offset: Int, message: String, word: String? = nil, candidates: [String] = []) {
        self.offset = offset
        self.message = message
        self.word = word
        self.candidates = candidates
    }
}
