import Runs

extension TransferResult {
    /// True if an answer came without a body, as a 304 does: what crossed the line was no file.
    var hadNoBody: Bool { error == nil && clientLog?.exchange.sizeBytes == 0 }

    /// What of it crossed the line, in words: the file, or only the question about it and its answer.
    var named: String { hadNoBody ? "the response for \(file)" : file }
}
