import Wire

extension LineFit {
    /// A server's response time without the line: nanoseconds from the request's last byte at the server to
    /// the response's first. nil if the exchange does not show it.
    package func serverTime(of exchange: CaptureExchange) -> Int64? {
        guard let requestSent = exchange.requestSent, let firstByte = exchange.firstByte else { return nil }
        guard line.place == .client else { return max(0, firstByte - requestSent) }
        guard let roundTrip = line.roundTrip?.value else { return nil }
        let answer = observation.packets.partitioningIndex { $0.stamp >= firstByte }
        let packets = observation.packets[answer...].prefix { $0.stamp == firstByte }
        guard let first = packets.first(where: { $0.stream == exchange.stream && $0.isInbound }) else {
            return nil
        }
        let receiving = rates.inbound.map { 8e9 * Double(first.bytes) / $0 } ?? 0
        let line = roundTrip + max(receiving, Double(waits.wait(of: first) ?? 0))
        let gone = departure(of: exchange, sent: requestSent, before: firstByte) ?? requestSent
        return max(0, firstByte - gone - Int64(line))
    }

    /// When the line had transmitted the request's last packet, after its wait in the queue.
    private func departure(of exchange: CaptureExchange, sent: Int64, before answer: Int64) -> Int64? {
        let start = observation.packets.partitioningIndex { $0.stamp >= sent }
        var rest = exchange.requestBytes
        for index in observation.packets[start...].indices {
            let packet = observation.packets[index]
            guard packet.stamp < answer else { break }
            guard packet.stream == exchange.stream, !packet.isInbound, packet.payload > 0 else { continue }
            rest -= packet.payload
            if rest <= 0 { return departures[index] }
        }
        return nil
    }

    /// When the line had transmitted each packet of the near host, by index.
    static func departures(_ packets: [LineObservation.Packet], rate: Double?) -> [Int: Int64] {
        var departures: [Int: Int64] = [:]
        var free = Int64.min
        for (index, packet) in packets.enumerated() where !packet.isInbound {
            free = max(free, packet.stamp) + Int64(rate.map { 8e9 * Double(packet.bytes) / $0 } ?? 0)
            if packet.payload > 0 { departures[index] = free }
        }
        return departures
    }
}
