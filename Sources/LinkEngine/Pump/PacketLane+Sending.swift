import Glibc
import LinkModel
import LinuxIO
import Wire

extension PacketLane {
    private enum Writing {
        case done
        /// The interface is full for now.
        case full
        /// The packet will never be accepted.
        case refused
    }

    /// Writes the packets that are due; false if none is.
    ///
    /// A packet that finds the other host's interface full keeps its turn and is retried.
    mutating func sendDue(_ clock: TurnClock, _ report: inout EngineReport) -> Bool {
        var sent = 0
        while sent < Self.burst, let (due, departure) = departures.first.map({ ($0.due, $0.item) }) {
            let now = clock.now()
            guard now >= due else { break }
            if let blockage, now < blockage.retry { break }
            switch write(departure) {
            case .done:
                if let place = departure.logIndex { report.left(place, at: now) }
                report.lateness.add(now - due)
            case .full:
                let since = blockage?.since ?? now
                if now - since < patience {
                    blockage = (since, now + Self.pause)
                    return sent > 0
                }
                report.droppedWrites += 1
            case .refused:
                report.droppedWrites += 1
            }
            blockage = nil
            departures.removeFirst()
            pool.release(departure.slot)
            sent += 1
        }
        return sent > 0
    }

    /// Writes a packet with the line's alterations, then restores it: a copy may still be under way.
    private func write(_ departure: Departure) -> Writing {
        let frame = pool.frame(departure.slot)
        guard departure.isMarked || departure.wrongBit != nil else { return write(frame) }
        var packet = UnsafeMutableRawBufferPointer(rebasing: frame[headerBytes...]).mutableBytes
        let notice = departure.isMarked ? CongestionNotice(packet.bytes) : nil
        if notice != nil { CongestionNotice.experienced.write(to: &packet) }
        if let bit = departure.wrongBit { packet.flipBit(bit) }
        var outcome = write(frame)
        if let bit = departure.wrongBit { packet.flipBit(bit) }
        notice?.write(to: &packet)
        // The flipped bit made it an invalid IP packet, and the host rejected it like any host would.
        if departure.wrongBit != nil, outcome == .refused { outcome = .done }
        return outcome
    }

    private func write(_ frame: UnsafeMutableRawBufferPointer) -> Writing {
        while true {
            if Glibc.write(destination, frame.baseAddress, frame.count) == frame.count { return .done }
            switch errno {
            case EINTR: continue
            case EAGAIN, ENOBUFS, ENOMEM: return .full
            default: return .refused
            }
        }
    }
}
