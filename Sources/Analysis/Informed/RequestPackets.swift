import LinkModel
import Logs
import Runs
import Theory
import Wire

/// The packets with which the requests of streams left, by the transfers' indices in the record.
struct RequestPackets {
    /// A packet, and how it is known.
    private struct Found {
        let packet: FlowPacket
        let connection: UInt32
        /// Where the connection's preface ends in the client's stream.
        let preface: Int64
        /// Bytes that encryption adds to a record.
        let overhead: Int
    }

    /// A corked packet leaves within this time of the client's note of a request in it.
    private static let corked: Nanoseconds = 100_000

    private var found: [Int: Found] = [:]
    /// The transfers whose requests are in the packet that begins at this place of a connection, in order.
    private var sharers: [PacketPlace: [Int]] = [:]

    private struct PacketPlace: Hashable {
        let connection: UInt32
        let start: Int64
    }

    init(_ record: RunRecord, _ exchanges: [Int: LedgerExchange]) {
        var prefaces: [UInt32: Int64] = [:]
        for (place, exchange) in exchanges where exchange.sharesConnection {
            guard let wrote = record.transfers[place].exchange?.requestFirstByte else { continue }
            let security = Self.security(of: record.transfers[place])
            let connection = exchange.connection.flow
            let preface = prefaces[connection.number] ?? Self.prefaceEnd(on: connection, security)
            prefaces[connection.number] = preface
            guard let packet = Self.packet(of: exchange, wrote, after: preface) else { continue }
            found[place] = Found(
                packet: packet,
                connection: connection.number,
                preface: preface,
                overhead: security?.recordOverhead ?? 0
            )
        }
        for place in found.keys.sorted() {
            guard let request = found[place] else { continue }
            sharers[Self.place(of: request), default: []].append(place)
        }
    }

    /// When the request reached the line.
    func left(_ place: Int) -> Instant? { found[place]?.packet.arrival }

    /// Size of the request with its frame, not encrypted: requests of one packet count as equal, and the last has what is
    /// left over.
    func bytes(of place: Int) -> Int? {
        guard let request = found[place] else { return nil }
        let start = max(request.packet.bytes.lowerBound, request.preface)
        let bytes = Int(request.packet.bytes.upperBound - start)
        let sharers = sharers[Self.place(of: request)] ?? [place]
        let rest = sharers.last == place ? bytes % sharers.count : 0
        let share = bytes / sharers.count + rest - request.overhead
        return share > 0 ? share : nil
    }

    private static func place(of request: Found) -> PacketPlace {
        PacketPlace(connection: request.connection, start: request.packet.bytes.lowerBound)
    }

    /// How the transfer's connection was secured.
    private static func security(of transfer: TransferRecord) -> SimulatedSecurity? {
        transfer.exchange?.encryption.map { encryption in
            let handshakes = SimulatedSecurity.handshakes(of: encryption.version, isMultiplexed: true)
            return encryption.isResumed ? handshakes.resumed : handshakes.full
        }
    }

    /// The preface follows the client's part of the handshake. 0 if the log does not show where that ends.
    private static func prefaceEnd(on connection: FlowLog, _ security: SimulatedSecurity?) -> Int64 {
        let planned = security?.flights ?? []
        let seen = SetUpPackets(connection, flights: planned.count).sizes
        guard seen.count == planned.count else { return 0 }
        let handshake = stride(from: 0, to: seen.count, by: 2).reduce(0) { $0 + seen[$1] }
        let preface = SimulatedMultiplexing().clientPreface
        return Int64(handshake + (security?.bytes(preface) ?? preface))
    }

    /// The client notes a request when it has written it, at `wrote`. The packet with which the origin had it may be a later
    /// one, if the origin was busy; it is taken if the client could have sent it then.
    private static func packet(of exchange: LedgerExchange, _ wrote: Instant, after preface: Int64)
        -> FlowPacket?
    {
        if let heard = exchange.request.first, heard.arrival <= wrote + corked,
            wrote - heard.arrival <= HeldSender.answering
        {
            return heard
        }
        let packets = exchange.connection.flow.up.filter {
            !$0.bytes.isEmpty && $0.bytes.upperBound > preface
        }
        let sent = packets.last { $0.arrival <= wrote }
        if let sent, wrote - sent.arrival <= HeldSender.answering { return sent }
        return packets.first { $0.arrival >= wrote }
    }
}
