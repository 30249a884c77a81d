import Glibc
import LinkModel
import LinuxIO
import Runs

extension PacketLane {
    /// A full interface is tried again so many times, then the packet is given up and counted.
    private static let writeAttempts = 4

    /// Takes one packet that has come; false where none has.
    mutating func receive(
        _ clock: RunClock,
        _ flows: inout FlowNumbering,
        _ report: inout EngineReport
    ) throws(SystemCallError) -> Bool {
        guard let room = ring.room() else { return try discard(&report) }
        let length = read(source, room.baseAddress, room.count)
        guard length > 0 else { return try nothingRead(length) }
        let arrival = clock.now()
        let bytes = length - headerBytes
        guard bytes > 0 else { return true }
        let frame = UnsafeRawBufferPointer(rebasing: room[headerBytes..<length])
        let packet = flows.identify(frame.bytes, direction)
        let decision = model.admit(packet, bytes: bytes, at: arrival)
        let place = report.record(
            LinkLogEntry(packet: packet, bytes: bytes, arrival: arrival, decision: decision)
        )
        if decision.fate == .delivered {
            ring.append(length: length, due: decision.due, logIndex: place)
        }
        return true
    }

    /// Writes the oldest packet if it is time; false where it is not.
    mutating func sendIfDue(_ clock: RunClock, _ report: inout EngineReport) -> Bool {
        guard let due = ring.nextDue else { return false }
        let now = clock.now()
        guard now >= due else { return false }
        let (entry, bytes) = ring.first
        if write(bytes) {
            if let place = entry.logIndex { report.log[place].departure = now }
        } else {
            report.droppedWrites += 1
        }
        ring.removeFirst()
        return true
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for _ in 0..<Self.writeAttempts {
            if Glibc.write(destination, bytes.baseAddress, bytes.count) == bytes.count { return true }
            guard errno == EAGAIN || errno == ENOBUFS || errno == EINTR else { return false }
        }
        return false
    }

    /// With no room left, what comes must go: unread packets would pile up unseen in the kernel.
    private func discard(_ report: inout EngineReport) throws(SystemCallError) -> Bool {
        var scrap: UInt64 = 0
        let length = read(source, &scrap, 8)
        guard length > 0 else { return try nothingRead(length) }
        report.overflowed += 1
        return true
    }

    /// Always false, unless the port is no longer one.
    private func nothingRead(_ length: Int) throws(SystemCallError) -> Bool {
        guard length < 0 else { return false }
        switch errno {
        // A packet socket reports once that its interface was down.
        case EAGAIN, EINTR, ENETDOWN: return false
        case let code: throw SystemCallError("read", on: "packets going \(direction.rawValue)", errno: code)
        }
    }
}
