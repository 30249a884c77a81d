import Inspection

/// A line that is known, and what goes over it.
struct SyntheticLine {
    var downBps = 8e6
    var upBps = 1e6
    /// Nanoseconds there and back.
    var roundTrip = 40e6
    /// Of first copies, every so many is lost; 0 is none.
    var lossEvery = 0
    /// In packets; beyond, they are dropped.
    var queue = Int.max
    /// What a host may be late, nanoseconds.
    var lateness: UInt64 = 30_000
    var connections = 3
    var segments = 400
    /// What the server has in flight at most, in segments.
    var window = 40
    var isServerSide = false

    /// What its packets say of it.
    var fit: FittedLine {
        var capture = SyntheticCapture(self)
        for stream in 0..<connections { capture.connect(stream) }
        return LineFit(capture.log, capture.flows).line
    }
}
