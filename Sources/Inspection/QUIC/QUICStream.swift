/// One stream of a QUIC connection while its bytes come.
final class QUICStream {
    /// One direction.
    struct Half {
        var assembly = QUICStreamAssembly()
        /// The packet with which everything handed on had arrived.
        var before = Arrival(stamp: .min, packet: 0)
        var isFinished = false
        var credit = QUICCredit()
    }

    let number: UInt64
    // Safety: as in `ObservedQUICConnection`.
    @exclusivity(unchecked) var up = Half()
    @exclusivity(unchecked) var down = Half()

    init(_ number: UInt64) {
        self.number = number
        // Nothing comes in the other direction of a one-way stream.
        guard number & 0x02 != 0 else { return }
        if number & 0x01 == 0 { down.isFinished = true } else { up.isFinished = true }
    }

    subscript(direction: StreamDirection) -> Half {
        @inline(__always) _read {
            if direction == .up { yield up } else { yield down }
        }
        @inline(__always) _modify {
            if direction == .up { yield &up } else { yield &down }
        }
    }

    var waitingBytes: Int { up.assembly.waitingBytes + down.assembly.waitingBytes }
    var isOver: Bool { up.isFinished && down.isFinished }
}
