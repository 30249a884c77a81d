import Wire

@testable import Theory

/// A model, and a path that answers each of its rounds with one acknowledgement.
struct BottleneckPath {
    var model = BottleneckModel(segment: 1448, draw: DrawnPhase(seed: 1, flow: 1))
    var window = 10
    var delivered = 1
    var lostInAll = 0
    /// Milliseconds.
    var time = 0

    /// A round trip of 40 ms.
    init(meanRoundTrip: Int = 40_000) {
        let least = meanRoundTrip == 0 ? Int.max : meanRoundTrip
        model.begin(window: window, meanRoundTrip: meanRoundTrip, leastRoundTrip: least, at: .zero)
    }

    /// A round in which `segments` segments arrived within `over` milliseconds; `change` adds further news.
    mutating func round(_ segments: Int, over: Int = 40, _ change: (inout PathSample) -> Void = { _ in }) {
        let before = delivered
        delivered += segments
        time += over
        var news = PathSample(
            now: Instant(nanoseconds: Nanoseconds(time) * 1_000_000),
            sample: DeliverySample(
                delivered: segments,
                interval: over * 1000,
                deliveredBefore: before,
                isApplicationLimited: false
            ),
            acknowledged: segments,
            delivered: delivered,
            deliveredAt: time * 1000,
            roundTrip: 40_000,
            meanRoundTrip: 40_000,
            inFlightBefore: window,
            inFlight: window
        )
        change(&news)
        lostInAll += news.lost
        news.lostInAll = lostInAll
        window = model.acknowledged(news, window: window)
    }

    /// Runs until the pipe is full, at one segment per millisecond, and the queue has drained.
    mutating func settle() {
        for _ in 1...4 { round(40) }
        round(40) { $0.inFlight = 20 }
    }
}
