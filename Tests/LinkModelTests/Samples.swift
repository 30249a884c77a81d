import LinkModel

/// Packets of one flow and direction, numbered from 0.
func packet(_ number: Int, flow: UInt32 = 1, _ direction: LinkDirection = .down) -> PacketIdentity {
    PacketIdentity(direction: direction, flow: flow, number: UInt32(number))
}

/// The lengths of the runs of one outcome.
func runs(of outcome: Bool, in outcomes: [Bool]) -> [Double] {
    var lengths: [Double] = []
    var length = 0
    for index in outcomes.indices {
        if outcomes[index] == outcome {
            length += 1
        } else if length > 0 {
            lengths.append(Double(length))
            length = 0
        }
    }
    return lengths
}
