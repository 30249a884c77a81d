extension LinkParameters {
    /// True where every packet is through at once and as it came: there is no line but the hosts themselves.
    package var shapesNothing: Bool {
        LinkDirection.allCases.allSatisfy { direction in
            self[direction].rate == .unlimited && self[direction].oneWayDelay == 0 && self[direction].isPlain
        }
    }
}
