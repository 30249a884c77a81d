/// Makes the packets of a TCP connection of which only the bytes are known.
///
/// A program that notes what crosses its own sockets knows every byte and its instant, but no packet. These
/// packets carry exactly those bytes, with sequence and acknowledgement numbers that agree, so that programs
/// that read captures can follow the connection. Their boundaries and their acknowledgements are made up.
package struct SynthesizedFlow: Sendable {
    /// An end's address.
    package struct End: Hashable, Sendable {
        package var host: IPAddress
        package var port: UInt16

        package init(host: IPAddress, port: UInt16) {
            self.host = host
            self.port = port
        }
    }

    package enum Side: Hashable, Sendable {
        /// The program's own end.
        case near
        /// Its peer's.
        case far

        var other: Side { self == .near ? .far : .near }
    }

    /// What happened on the connection.
    package enum Event: Hashable, Sendable {
        /// An end has asked for the connection.
        case attempted
        /// The connection is made.
        case established
        /// Bytes of that end's stream have crossed.
        case carried(by: Side)
        /// This many bytes have crossed, but nobody kept them.
        case missed(Int, by: Side)
        /// That end sends nothing more.
        case finished(Side)
        /// That end has aborted the connection.
        case reset(Side)
    }

    /// One direction.
    private struct Direction {
        let source: End
        /// Of the next byte.
        var sequence: UInt32
        /// Of the next byte of the other direction, as the source has last announced it.
        var acknowledged: UInt32 = 0
        var isFinished = false
    }

    private enum Stage {
        case idle, attempted, established, over
    }

    /// Bytes that may cross without an acknowledgement. Far less than the window, so that it never looks full,
    /// and few enough for readers that keep what is not acknowledged.
    private static let unacknowledged: UInt32 = 65_536

    private let opener: Side
    private var near: Direction
    private var far: Direction
    private var stage = Stage.idle
    /// Memory of the current packet's headers.
    private var headers: [UInt8] = []

    /// `number` tells connections apart: those that use the same ports one after the other begin with
    /// different sequence numbers.
    package init(near: End, far: End, openedBy opener: Side, number: UInt32) {
        self.opener = opener
        // Odd factors give every number a start of its own.
        self.near = Direction(source: near, sequence: number &* 0x9E37_79B1)
        self.far = Direction(source: far, sequence: number &* 0x85EB_CA6B)
    }

    /// Passes each packet of an event to `emit` as headers and payload. `bytes` are those that it carried.
    package mutating func note(
        _ event: Event,
        _ bytes: RawSpan = RawSpan(),
        emit: (_ headers: RawSpan, _ payload: RawSpan) -> Void
    ) {
        switch event {
        case .attempted:
            guard stage == .idle else { return }
            stage = .attempted
            send(.syn, by: opener, emit)
        case .established: establish(emit)
        case .carried(let side):
            establish(emit)
            carry(bytes, by: side, emit)
        case .missed(let count, let side):
            establish(emit)
            update(side) { $0.sequence &+= UInt32(truncatingIfNeeded: count) }
        case .finished(let side): finish(side, emit)
        case .reset(let side): reset(side, emit)
        }
    }

    // MARK: Events

    private mutating func establish(_ emit: (RawSpan, RawSpan) -> Void) {
        if stage == .idle { note(.attempted, emit: emit) }
        guard stage == .attempted else { return }
        stage = .established
        send([.syn, .ack], by: opener.other, emit)
        send(.ack, by: opener, emit)
    }

    private mutating func carry(_ bytes: RawSpan, by side: Side, _ emit: (RawSpan, RawSpan) -> Void) {
        guard stage == .established, !self[side].isFinished else { return }
        var start = 0
        while start < bytes.byteCount {
            let end = min(start + SegmentHeader.largestPayload, bytes.byteCount)
            let isLast = end == bytes.byteCount
            send(isLast ? [.ack, .psh] : .ack, bytes.extracting(start..<end), by: side, emit)
            start = end
        }
        if self[side].sequence &- self[side.other].acknowledged >= Self.unacknowledged {
            send(.ack, by: side.other, emit)
        }
    }

    private mutating func finish(_ side: Side, _ emit: (RawSpan, RawSpan) -> Void) {
        // An attempt that is given up leaves no trace.
        guard stage == .established, !self[side].isFinished else { return }
        send([.fin, .ack], by: side, emit)
        update(side) { $0.isFinished = true }
        send(.ack, by: side.other, emit)
    }

    private mutating func reset(_ side: Side, _ emit: (RawSpan, RawSpan) -> Void) {
        switch stage {
        case .idle, .over: return
        case .attempted:
            // Only a refusal is seen. It has no stream, whose numbers could continue.
            guard side != opener else { return }
            update(side) { $0.sequence = 0 }
        case .established: break
        }
        send([.rst, .ack], by: side, emit)
        stage = .over
    }

    // MARK: Packets

    private mutating func send(
        _ flags: TCPHeader.Flags,
        _ payload: RawSpan = RawSpan(),
        by side: Side,
        _ emit: (RawSpan, RawSpan) -> Void
    ) {
        let answered = self[side.other].sequence
        let isAcknowledging = flags.contains(.ack)
        SegmentHeader(
            source: self[side].source,
            destination: self[side.other].source,
            sequence: self[side].sequence,
            acknowledgement: isAcknowledging ? answered : 0,
            flags: flags
        )
        .encode(into: &headers, before: payload)
        emit(headers.span.bytes, payload)
        // A SYN and a FIN count like a byte each.
        let length = payload.byteCount + (flags.isDisjoint(with: [.syn, .fin]) ? 0 : 1)
        update(side) { direction in
            direction.sequence &+= UInt32(truncatingIfNeeded: length)
            if isAcknowledging { direction.acknowledged = answered }
        }
    }

    private subscript(side: Side) -> Direction { side == .near ? near : far }

    private mutating func update(_ side: Side, _ change: (inout Direction) -> Void) {
        if side == .near { change(&near) } else { change(&far) }
    }
}
