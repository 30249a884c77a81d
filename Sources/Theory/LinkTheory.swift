package import LinkModel
package import Wire

/// Transmission times in closed form for one line: a steady rate, no loss, no queue overflow, a client that
/// reads at once.
///
/// `gaps` names the line's other effects, which the theory leaves out. If `canPredict` is false, the figures
/// for an exchange are meaningless.
package struct LinkTheory: Sendable {
    /// About 73 years. Times are clamped to it, so the sum of any two fits.
    static let horizon: Nanoseconds = .max / 4
    /// In segments; larger than any response.
    private static let unboundedWindow = 1 << 40

    package let link: LinkParameters
    /// True if the origin's TCP shrinks its window after an idle period, as Linux does by default.
    package let restartsWhenIdle: Bool
    /// True in stream mode, where neither windows nor acknowledgements cross the line.
    package let isWindowless: Bool
    let sizes: SegmentSizes

    package init(link: LinkParameters, restartsWhenIdle: Bool = true, isWindowless: Bool = false) {
        self.link = link
        self.isWindowless = isWindowless
        self.restartsWhenIdle = restartsWhenIdle
        sizes = SegmentSizes(link)
    }

    /// The articles' formula: body bits divided by the down rate. An unlimited line takes no time.
    package func article(bodyBytes: Int) -> Nanoseconds {
        serviceTime(bodyBytes)
    }

    /// Time for every byte that the response puts on the wire, framing included, at the down rate.
    package func wire(headerBytes: Int, bodyBytes: Int) -> Nanoseconds {
        serviceTime(sizes.wireBytes(headerBytes + bodyBytes))
    }

    /// Duration of the exchange on an idle line, with connection set-up if it opens one, without the name
    /// lookup (`lookup(_:)`).
    package func alone(_ input: TheoryInput) -> Nanoseconds {
        response(input).arrival - .zero
    }

    /// The sender's window, in segments, once the response has been acknowledged.
    package func window(after input: TheoryInput) -> Int {
        response(input).window
    }

    /// The window after an idle period: halved for every retransmission timeout that passed, but never below
    /// a new connection's.
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

    /// Linux's timeout on a quiet path: the round trip plus the minimum of 200 ms.
    private var retransmissionTimeout: Nanoseconds {
        link.roundTripDelay + 200_000_000
    }

    func response(_ input: TheoryInput) -> ResponseEnd {
        var up = Serialiser(rateBps: link.up.rateBps)
        if !isWindowless { up.hold(until: .zero + input.upBusy) }
        var down = Serialiser(rateBps: link.down.rateBps)
        var now = Instant.zero
        if input.newConnection {
            now = now + fallback
            now = up.serve(bytes: sizes.handshake, arrivingAt: now).end + link.up.oneWayDelay
            now = down.serve(bytes: sizes.handshake, arrivingAt: now).end + link.down.oneWayDelay
        }
        let asked = request(input, at: now, over: &up) + link.up.oneWayDelay
        // Linux acknowledges the first data on a connection at once. Later requests are acknowledged by the
        // response.
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

    /// When the request's last byte has left the sender. On a new connection it queues behind the
    /// acknowledgement that ends the handshake.
    func request(_ input: TheoryInput, at now: Instant, over up: inout Serialiser) -> Instant {
        if input.newConnection { _ = up.serve(bytes: sizes.acknowledgement, arrivingAt: now) }
        var end = now
        for index in 0..<max(1, sizes.segments(input.requestBytes)) {
            end = up.serve(bytes: sizes.packet(index, of: input.requestBytes), arrivingAt: now).end
        }
        return end
    }

    /// Time that the down-link needs for this many bytes of packets.
    func serviceTime(_ bytes: Int) -> Nanoseconds {
        guard let rate = link.down.rateBps, rate > 0 else { return 0 }
        let product = (Int64(bytes) * 8).multipliedFullWidth(by: 1_000_000_000)
        guard product.high < rate else { return .max }
        return rate.dividingFullWidth(product).quotient
    }
}

// MARK: Fallback

extension LinkTheory {
    /// How long libcurl waits for an answer over IPv6 before it tries IPv4 as well.
    private static let addressPatience: Nanoseconds = 200_000_000
    /// Headers of an ICMPv6 error before the packet that it quotes.
    private static let errorHeaders = SegmentSizes.ip6 + 8

    /// From the call that opens a connection to its first packet over IPv4, on a line whose IPv6 addresses do not answer;
    /// 0 on others. A refusal comes back across the line.
    package var fallback: Nanoseconds {
        guard link.ip == .both, let fault = link.ip6Fault else { return 0 }
        switch fault {
        case .blackHole: return Self.addressPatience
        case .noRoute:
            let opening = SegmentSizes.ip6 + SegmentSizes.handshakeOfTCP
            var up = Serialiser(rateBps: link.up.rateBps)
            var down = Serialiser(rateBps: link.down.rateBps)
            let refused =
                up.serve(bytes: link.framing.bytes(opening), arrivingAt: .zero).end + link.up.oneWayDelay
            let refusal = link.framing.bytes(opening + Self.errorHeaders)
            let heard = down.serve(bytes: refusal, arrivingAt: refused).end + link.down.oneWayDelay
            return min(Self.addressPatience, heard - .zero)
        }
    }
}

// MARK: Lookup

extension LinkTheory {
    /// UDP and DNS headers, and the question's type and class after the name.
    private static let lookupHeaders = 8 + DNSHeader.length + 4
    /// A record before its data, whose name is a pointer to the question's.
    private static let recordHeader = 12

    /// Time to look up a host's name on an idle line; 0 if the link delays no names.
    ///
    /// The C library asks for A and AAAA at once, A first, and waits for both answers. The name server delays
    /// each answer by `dnsDelay`, and one for IPv6 addresses by `aaaaDelay` as well.
    package func lookup(_ host: String) -> Nanoseconds {
        guard link.delaysNames else { return 0 }
        let question =
            (link.ip.clientHasV4 ? SegmentSizes.ip4 : SegmentSizes.ip6) + Self.lookupHeaders + host.utf8.count
            + 2
        let records = [
            link.ip.originHasV4 ? Self.recordHeader + 4 : 0,
            link.ip.clientHasV6 ? Self.recordHeader + 16 : 0,
        ]
        var up = Serialiser(rateBps: link.up.rateBps)
        var down = Serialiser(rateBps: link.down.rateBps)
        var end = Instant.zero
        for (record, delay) in zip(records, [0, link.aaaaDelay]) {
            let asked =
                up.serve(bytes: link.framing.bytes(question), arrivingAt: .zero).end + link.up.oneWayDelay
            let answered = asked + link.dnsDelay + delay
            end = down.serve(bytes: link.framing.bytes(question + record), arrivingAt: answered).end
        }
        return min(Self.horizon, end + link.down.oneWayDelay - .zero)
    }
}
