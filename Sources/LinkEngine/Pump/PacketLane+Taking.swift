import Glibc
import LinkModel
import LinuxIO
import Runs
import Wire

extension PacketLane {
    /// Takes arrived packets until one is due to leave: here, or elsewhere by `deadline`. False if none has
    /// arrived.
    ///
    /// When the pool is full nothing is read: packets pile up at their sender, which holds it back.
    mutating func take(
        until deadline: Instant?,
        _ clock: TurnClock,
        _ flows: FlowRegister,
        _ report: inout EngineReport
    ) throws(SystemCallError) -> Bool {
        guard mayHavePackets else { return false }
        for count in 0..<Self.burst {
            guard let room = pool.room() else { return count > 0 }
            let length = read(source, room.baseAddress, room.count)
            guard length > 0 else {
                try nothingRead(length)
                return count > 0
            }
            let now = clock.now()
            if length > headerBytes {
                let packet = UnsafeRawBufferPointer(rebasing: room[headerBytes..<length])
                let arrival = try arrival(of: packet, readAt: now)
                admit(packet, length, at: arrival, flows, &report)
                settle(upTo: arrival, &report)
            }
            if let deadline, deadline <= now { return true }
            if let due = departures.first?.due, due <= now { return true }
        }
        return true
    }

    private mutating func admit(
        _ frame: UnsafeRawBufferPointer,
        _ length: Int,
        at arrival: Instant,
        _ flows: FlowRegister,
        _ report: inout EngineReport
    ) {
        let sight = flows.read(frame.bytes, direction)
        let packet = LinkPacket(
            sight.identity,
            bytes: frame.count,
            acceptsMarks: CongestionNotice(frame.bytes)?.acceptsMarks ?? false,
            ticket: pool.nextSlot
        )
        let copies = models.admit(packet, frame.bytes, at: arrival)
        let entry = LinkLogEntry(
            packet: packet.identity,
            bytes: packet.bytes,
            arrival: arrival,
            decision: .ended(.waiting, at: arrival),
            segment: sight.segment
        )
        let place = report.record(entry)
        // A copy's entry follows the packet's own.
        for _ in 1..<max(1, copies) { _ = report.record(entry) }
        _ = pool.take(length: length, copies: copies, logIndex: place)
    }

    /// Applies everything that the models have decided.
    mutating func settle(upTo now: Instant, _ report: inout EngineReport) {
        settled = now
        while let outcome = models.next(upTo: now) {
            let (slot, decision) = (outcome.ticket, outcome.decision)
            let place = pool[slot].logIndex.map { decision.alterations.contains(.duplicate) ? $0 + 1 : $0 }
            if let place { report.settle(place, decision) }
            if decision.fate == .delivered {
                departures.add(Departure(decision, slot: slot, logIndex: place), at: decision.due)
            } else {
                pool.release(slot)
            }
        }
    }

    /// Returns normally, unless the port has failed.
    private mutating func nothingRead(_ length: Int) throws(SystemCallError) {
        guard length < 0 else { return }
        mayHaveSlept = false
        mayHavePackets = !awaitsPoller
        switch errno {
        // A packet socket reports once that its interface was down.
        case EAGAIN, EINTR, ENETDOWN: return
        case let code: throw SystemCallError("read", on: "packets going \(direction.rawValue)", errno: code)
        }
    }
}
