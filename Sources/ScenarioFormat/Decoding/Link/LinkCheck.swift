import LinkModel
import Wire

/// Checks combinations that one direction of a line cannot have although each part is valid.
struct LinkCheck {
    private struct Fault {
        var message: String
        /// Where to report it: the first of these places that is set, a key of the direction or one inside
        /// it.
        var places: [(key: String, inner: String?)]
    }

    /// The whole of `link:`.
    let link: Section

    /// `part` is the node of this direction; nil if nothing is set there. Faults that `before`, the previous
    /// line, already has were reported there.
    func check(
        _ direction: DirectionParameters,
        over before: DirectionParameters?,
        _ key: String,
        _ part: Section?,
        mtu: Int
    ) {
        let told = before.map { faults($0, key, mtu: mtu).map(\.message) } ?? []
        for fault in faults(direction, key, mtu: mtu) where !told.contains(fault.message) {
            let place = fault.places.lazy.compactMap { part?.place($0.key, $0.inner) }.first
            // A fault without its own place belongs to the whole line.
            let line = ["mtu", "rtt", "profile"].lazy.compactMap { link.place($0) }.first
            link.log.report(fault.message, at: place ?? line ?? link.span)
        }
    }

    private func faults(_ direction: DirectionParameters, _ key: String, mtu: Int) -> [Fault] {
        var faults: [Fault] = []
        let delay = direction.oneWayDelay
        if let jitter = direction.jitter, jitter.reach > delay {
            let message =
                "the `jitter` of `\(key)` goes \(Quantity.text(nanoseconds: jitter.reach)) below the mean delay, which is "
                + "\(Quantity.text(nanoseconds: delay)): a longer `oneWayDelay` or a smaller jitter is needed"
            faults.append(Fault(message: message, places: [("jitter", nil), ("oneWayDelay", nil)]))
        }
        if direction.reordering != nil, delay == 0 {
            let message =
                "`reorder` lets packets skip the line's delay, and `\(key)` has no delay: it needs a `oneWayDelay`"
            faults.append(Fault(message: message, places: [("reorder", nil), ("oneWayDelay", nil)]))
        }
        if let burst = direction.policer?.burst, burst < mtu {
            let message =
                "a `burst` of \(Quantity.text(bytes: burst)) never lets a full packet of \(mtu) B pass: it must be at least the MTU"
            faults.append(Fault(message: message, places: [("police", "burst")]))
        }
        // A limit set here was checked when it was read; one from a profile may meet another MTU.
        if case .bytes(let bytes)? = direction.queue, bytes < mtu {
            let message =
                "the queue of `\(key)`, \(Quantity.text(bytes: bytes)), is too small for a full packet of \(mtu) B"
            faults.append(Fault(message: message, places: []))
        }
        return faults
    }
}
