import TLS
import Wire

extension ObservedQUICConnection {
    /// Memory of what has not ended, without what waits for missing packets.
    var heldMemory: Int {
        heldBytes + handshakeBytes + (http?.heldBytes ?? 0) + streams.count * 512 + senders.heldBytes
    }

    /// Gives up the older exchanges without an end, and packets that wait for their keys.
    func giveUp() -> [CaptureExchange] {
        dropHeld()
        let given = http?.giveUpExchanges() ?? []
        for number in given.compactMap(\.httpStream) { abandon(UInt64(number)) }
        return given
    }

    /// What still comes on the stream is ignored.
    private func abandon(_ number: UInt64) {
        http?.abandon(number)
        guard let stream = streams[number] else { return }
        (stream.up.isFinished, stream.down.isFinished) = (true, true)
        forget(stream)
    }

    private func dropHeld() {
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
        dropHeld()
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
