/// Why a text is not an expectation.
struct ExpectationProblem: Error {
    /// In characters from the start of the text.
    var offset: Int
    var message: String
    /// The word there and possible replacements.
    var word: String?
    var candidates: [String] = []
}
