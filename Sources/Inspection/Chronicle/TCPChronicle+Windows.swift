import Wire

/// Acknowledgements and windows that one side advertises.
extension TCPChronicle {
    mutating func tellAcknowledgement(_ step: Step, _ own: inout ChronicleSide, _ other: inout ChronicleSide)
    {
        let packet = step.packet
        if step.other.wasRepeated(since: other.counts) {
            var event = Self.event(.duplicateAck, step)
            event.offset = other.hasBegun ? other.place(of: packet.acknowledgement) : nil
            add(event, &own)
        }
        if let last = own.acknowledged, Int32(bitPattern: packet.acknowledgement &- last) < 0 { return }
        let isNothingNew = step.isBare && own.acknowledged == packet.acknowledgement
        own.acknowledged = packet.acknowledgement
        if other.hasProbed, step.isBare {
            other.hasProbed = false
            add(Self.event(.probeAnswer, step), &own)
        }
        if !packet.flags.syn { tellWindow(step, isNothingNew: isNothingNew, &own, &other) }
    }

    private mutating func tellWindow(
        _ step: Step,
        isNothingNew: Bool,
        _ own: inout ChronicleSide,
        _ other: inout ChronicleSide
    ) {
        let packet = step.packet
        let window = packet.window == 0 ? 0 : step.shift.map { Int(packet.window) << $0 }
        let edge = window.map { packet.acknowledgement &+ UInt32(truncatingIfNeeded: $0) }
        let hasMoved = edge != own.edge
        defer { (own.window, own.edge) = (window, edge) }
        if step.own.closedWindow(since: own.counts) {
            own.closedSince = step.arrival.stamp
            add(Self.event(.zeroWindow, step), &own)
        } else if let since = own.closedSince, packet.window > 0 {
            own.closedSince = nil
            var event = Self.event(.windowOpened, step)
            (event.window, event.time) = (window, max(0, step.arrival.stamp - since))
            add(event, &own)
        } else if other.isHeld, hasMoved, isNothingNew {
            var event = Self.event(.windowOpened, step)
            event.window = window
            add(event, &own)
        }
        if hasMoved { other.isHeld = false }
    }
}
