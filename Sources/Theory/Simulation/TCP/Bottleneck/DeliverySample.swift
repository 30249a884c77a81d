/// How fast segments arrived, from the sending of one to its acknowledgement.
struct DeliverySample: Hashable {
    /// Segments that arrived meanwhile.
    var delivered: Int
    /// In microseconds; nil where it is shorter than any round trip was: nothing can be told of it.
    var interval: Int?
    /// How many had arrived when it was sent.
    var deliveredBefore: Int
    /// The application had left room meanwhile: the line may carry more.
    var isApplicationLimited: Bool
}
