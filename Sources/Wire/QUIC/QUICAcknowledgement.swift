/// The packets that an end has received (ACK).
package struct QUICAcknowledgement: Hashable, Sendable {
    /// How many packets were marked by the network.
    package struct Marks: Hashable, Sendable {
        package var ect0: UInt64
        package var ect1: UInt64
        package var congestionExperienced: UInt64

        package init(ect0: UInt64, ect1: UInt64, congestionExperienced: UInt64) {
            self.ect0 = ect0
            self.ect1 = ect1
            self.congestionExperienced = congestionExperienced
        }
    }

    package var largest: UInt64
    /// As transferred: the sender's exponent scales it (`QUICTransportParameters.ackDelayExponent`).
    package var delay: UInt64
    /// The gaps and lengths within the packet's content, after the first range.
    var rest: Range<Int>
    var firstRange: UInt64
    package var marks: Marks?

    /// Calls `body` with each range of packet numbers, from the latest down. Stops at a range that would be below zero.
    package func forEachRange(_ content: RawSpan, _ body: (ClosedRange<UInt64>) -> Void) {
        guard firstRange <= largest else { return }
        var smallest = largest - firstRange
        body(smallest...largest)
        var place = rest.lowerBound
        while place < rest.upperBound {
            guard let gap = content.quicNumber64(at: place), let length = content.quicNumber64(at: gap.end),
                gap.value + 2 <= smallest, length.value <= smallest - gap.value - 2
            else { return }
            let high = smallest - gap.value - 2
            smallest = high - length.value
            body(smallest...high)
            place = length.end
        }
    }
}
