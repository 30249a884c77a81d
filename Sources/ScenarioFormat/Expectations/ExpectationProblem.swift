/// Why a text is no expectation.
struct ExpectationProblem: Error {
    /// In characters from the start of the text.
    var offset: Int
    var message: String
    /// The word there and the ones it might have been.
    var word: String?
    var candidates: [String] = []
}
