/// A delivery rate sample: from a segment's sending to its acknowledgement.
struct DeliverySample: Hashable {
    /// Segments delivered in the interval.
    var delivered: Int
    /// Microseconds; nil if it is shorter than the least round trip, and so unusable.
    var interval: Int?
    /// Segments that had been delivered when it was sent.
    var deliveredBefore: Int
    /// True if the application did not fill the window meanwhile: the line may carry more.
    var isApplicationLimited: Bool
}
