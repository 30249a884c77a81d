/// A segment to send: a range of the stream, or empty for a window probe.
struct SegmentDeparture {
    let range: Range<Int>
    var isPushed = false
    var isRetransmission = false
    var isWindowProbe = false
    /// It follows others of its burst. The kernel sends these as one packet, so that all carry the header of the first.
    var continuesBurst = false
}
