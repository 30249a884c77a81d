package import Wire

extension Instant {
    /// The first step of a clock at or after it. Steps fall on multiples of `step`.
    package func roundedUp(to step: Nanoseconds) -> Instant {
        let past = nanoseconds % step
        return past > 0 ? self + (step - past) : self
    }
}
