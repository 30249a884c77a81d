import Runs

extension TransferName {
    /// `cold[a.jpg]`.
    var words: String { "\(step)[\(file)]" }
}
