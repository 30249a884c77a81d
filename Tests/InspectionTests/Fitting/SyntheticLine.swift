import Inspection

/// A known line and its traffic.
struct SyntheticLine {
    var downBps = 8e6
    var upBps = 1e6
    /// Round trip in nanoseconds.
    var roundTrip = 40e6
    /// Interval of losses among first copies; 0 means none.
    var lossEvery = 0
    /// In packets; later ones are dropped.
    var queue = Int.max
    /// Maximum lateness of a host in nanoseconds.
    var lateness: UInt64 = 30_000
    var connections = 3
    var segments = 400
    /// Maximum segments that the server has in flight.
    var window = 40
    var isServerSide = false

    /// The fit of its packets.
    var fit: FittedLine {
        var capture = SyntheticCapture(self)
        for stream in 0..<connections { capture.connect(stream) }
        return LineFit(capture.log, capture.flows).line
    }
}
