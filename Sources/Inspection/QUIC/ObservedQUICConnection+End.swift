import TLS
import Wire

extension ObservedQUICConnection {
    var heldMemory: Int {
        4096 + heldBytes + handshake.heldBytes + (http?.heldBytes ?? 0) + streams.count * 512
    }

    /// Gives up all holes, so that nothing waits.
    func giveUpHoles() {
        for number in streams.keys.sorted() {
            guard let stream = streams[number] else { continue }
            for direction in [StreamDirection.up, .down] {
                while stream[direction].assembly.hasWaiting { giveUpHole(stream, direction) }
            }
        }
    }

    /// Nothing more comes.
    func conclude(_ results: inout InspectionResults) {
        giveUpHoles()
        for one in held {
            facts[one.direction].closedPackets += 1
            if hasKeys(one.header?.type ?? .short, one.direction) {
                closed.other += 1
            } else {
                closed.unkeyed += 1
            }
            handshake.count(isOpened: false)
        }
        (held, heldBytes) = ([], 0)
        http?.conclude(&findings)
        // Without any keys, nobody expects more.
        if closed.unkeyed > 0, !context.decryption.secrets.isEmpty {
            findings.add(
                CaptureFinding(packet: firstArrival.packet, identity, .unkeyedQUIC(packets: closed.unkeyed))
            )
        }
        if closed.other > 0 {
            findings.add(
                CaptureFinding(packet: firstArrival.packet, identity, .otherKeysQUIC(packets: closed.other))
            )
        }
        if closed.cut > 0 {
            findings.add(CaptureFinding(packet: firstArrival.packet, identity, .cutQUIC(packets: closed.cut)))
        }
        for one in findings.kept { results.findings.add(one) }
        findings = CaptureFindings()
    }
}
