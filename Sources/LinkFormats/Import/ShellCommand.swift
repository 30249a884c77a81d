/// One command of a shell text.
struct ShellCommand: Hashable {
    var words: [ShellWord] = []
    /// The target of `>`.
    var output: String?
    /// The here-document after `<<`, line by line.
    var document: [String]?
    /// Line number of the document's first line.
    var documentLine = 0
}
