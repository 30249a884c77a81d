/// One command of a shell text.
struct ShellCommand: Hashable {
    var words: [ShellWord] = []
    /// Where `>` leads.
    var output: String?
    /// What is behind `<<`, line by line.
    var document: [String]?
    /// The line of the document's first line.
    var documentLine = 0
}
