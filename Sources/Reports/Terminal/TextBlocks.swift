/// Blocks of lines, an empty line between two of them, handed on line by line.
struct TextBlocks {
    private var isFirst = true

    /// The lines of a block follow.
    mutating func begin(_ sink: (String) -> Void) {
        if !isFirst { sink("\n") }
        isFirst = false
    }

    mutating func add(_ lines: [String], to sink: (String) -> Void) {
        begin(sink)
        for line in lines { sink(line + "\n") }
    }
}
