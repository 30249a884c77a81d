extension LinkParameters {
    /// True if every packet passes at once and unchanged: the hosts themselves are the only limit.
    package var shapesNothing: Bool {
        LinkDirection.allCases.allSatisfy { direction in
            self[direction].rate == .unlimited && self[direction].oneWayDelay == 0 && self[direction].isPlain
        }
    }
}
