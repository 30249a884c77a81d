package import LinkModel
package import Wire

/// Transmission times in closed form for one line: a steady rate, no loss, no queue overflow, a client that reads at once.
///
/// What else a line does is left out, and named by `gaps`; where it does not foretell, the figures of an exchange mean nothing.
package struct LinkTheory: Sendable {
    /// Three quarters of a century: times beyond it are cut to it, so that the sum of any two can be held.
    static let horizon: Nanoseconds = .max / 4
    /// In segments; more than any response has.
    private static let unboundedWindow = 1 << 40

    package let link: LinkParameters
    /// True where the origin's TCP takes its window back after an idle spell, as Linux does unless told otherwise.
    package let restartsWhenIdle: Bool
    /// True where nothing holds a sender back but the line: between byte streams no window and no acknowledgement
    /// crosses it.
    package let isWindowless: Bool
    let sizes: SegmentSizes

    package init(link: LinkParameters, restartsWhenIdle: Bool = true, isWindowless: Bool = false) {
        self.link = link
        self.isWindowless = isWindowless
        self.restartsWhenIdle = restartsWhenIdle
        sizes = SegmentSizes(mtu: link.mtu, framing: link.framing)
    }

    /// The articles' formula: body bits over the down rate. A line without a rate takes no time.
    package func article(bodyBytes: Int) -> Nanoseconds {
        serviceTime(bodyBytes)
    }

    /// Every byte that the response puts on the wire, framing included, over the down rate.
    package func wire(headerBytes: Int, bodyBytes: Int) -> Nanoseconds {
        serviceTime(sizes.wireBytes(headerBytes + bodyBytes))
    }

    /// The exchange with nothing else on the line, the connection's set-up included where there is one; looking the
    /// host's name up is not (`lookup(_:)`).
    package func alone(_ input: TheoryInput) -> Nanoseconds {
        response(input).arrival - .zero
    }

    /// What the sender may have in flight once the response has been acknowledged.
    package func window(after input: TheoryInput) -> Int {
        response(input).window
    }

    /// What is left of a window after the connection carried nothing for so long: half for every retransmission
    /// timeout that went by, and never less than a new connection has.
    package func window(_ window: Int, afterIdle idle: Nanoseconds) -> Int {
        guard restartsWhenIdle else { return window }
        var left = window
        var rest = idle - retransmissionTimeout
        while rest > 0, left > SegmentSizes.initialWindow {
            left /= 2
            rest -= retransmissionTimeout
        }
        return max(left, min(window, SegmentSizes.initialWindow))
    }

    /// Linux's on a quiet path: the round trip and its floor of 200 ms.
    private var retransmissionTimeout: Nanoseconds {
        link.roundTripDelay + 200_000_000
    }

    func response(_ input: TheoryInput) -> ResponseEnd {
        var up = Serialiser(rateBps: link.up.rateBps)
        if !isWindowless { up.hold(until: .zero + input.upBusy) }
        var down = Serialiser(rateBps: link.down.rateBps)
        var now = Instant.zero
        if input.newConnection {
            now = up.serve(bytes: sizes.handshake, arrivingAt: now).end + link.up.oneWayDelay
            now = down.serve(bytes: sizes.handshake, arrivingAt: now).end + link.down.oneWayDelay
        }
        let asked = request(input, at: now, over: &up) + link.up.oneWayDelay
        // Linux acknowledges the first data on a connection at once; later the response itself does.
        if input.newConnection { _ = down.serve(bytes: sizes.acknowledgement, arrivingAt: asked) }
        var train = SegmentTrain(
            link: link,
            window: isWindowless ? Self.unboundedWindow : input.initialWindowSegments,
            isInteractive: input.isInteractive
        )
        let available = asked + input.serverDelay
        let arrival =
            train.send(input.responseBytes, from: available, up: &up, down: &down) + link.down.oneWayDelay
        return ResponseEnd(
            arrival: arrival,
            window: train.window,
            upBusy: isWindowless ? 0 : max(0, train.acknowledgementsEnd - arrival),
            isInteractive: train.isInteractive,
            isAcknowledged: train.isAcknowledged
        )
    }

    /// When the request's last byte has been put on the line: on a new connection it queues behind the
    /// acknowledgement that ends the handshake.
    func request(_ input: TheoryInput, at now: Instant, over up: inout Serialiser) -> Instant {
        if input.newConnection { _ = up.serve(bytes: sizes.acknowledgement, arrivingAt: now) }
        var end = now
        for index in 0..<max(1, sizes.segments(input.requestBytes)) {
            end = up.serve(bytes: sizes.packet(index, of: input.requestBytes), arrivingAt: now).end
        }
        return end
    }

    /// How long the down-link is busy with so many bytes of packets.
    func serviceTime(_ bytes: Int) -> Nanoseconds {
        guard let rate = link.down.rateBps, rate > 0 else { return 0 }
        let product = (Int64(bytes) * 8).multipliedFullWidth(by: 1_000_000_000)
        guard product.high < rate else { return .max }
        return rate.dividingFullWidth(product).quotient
    }
}
