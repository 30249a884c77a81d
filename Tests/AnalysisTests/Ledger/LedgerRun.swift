import Analysis
import LinkModel
import Logs
import Runs
import Wire

/// A handmade run of transfers, in microseconds. The line takes a microsecond for a byte down, nothing for a
/// byte up, and 5 ms each way. Every packet has 1000 bytes, 960 of them from the stream.
struct LedgerRun {
    static let delay: Int64 = 5000
    static let size = 1000
    static let payload = 960

    var record: RunRecord
    private var numbers: [UInt32: (up: UInt32, down: UInt32)] = [:]
    private var flowOfPort: [UInt16: UInt32] = [:]

    init() {
        record = RunRecord(
            scenario: "ledger",
            scenarioDigest: "00",
            seed: 1,
            startedAt: 0,
            machine: MachineRecord(kernel: "6.1", cpus: 2, memoryBytes: 1 << 30, isPrivileged: true),
            link: LinkRecord(
                mode: .packet,
                carrier: .tun,
                profile: nil,
                congestion: "cubic",
                parameters: LinkParameters(
                    down: DirectionParameters(rateBps: 8_000_000, oneWayDelay: 5_000_000),
                    up: DirectionParameters(rateBps: nil, oneWayDelay: 5_000_000)
                )
            )
        )
    }

    static func at(_ us: Int64) -> Instant { Instant(nanoseconds: us * 1000) }

    /// A transfer's ledger in microseconds, without zero rows.
    func rows(_ place: Int = 0) -> [LedgerCause: Int] {
        let ledger = ledger(place)
        return LedgerCause.allCases.reduce(into: [:]) { rows, cause in
            if let time = ledger[cause], time != 0 { rows[cause] = Int(time / 1000) }
        }
    }

    func ledger(_ place: Int = 0) -> TransferLedger {
        let link = record.link.parameters
        return LedgerBuilder(record) { _ in link }.ledger(of: place)
    }

    // MARK: Packets

    /// A packet up: the line takes no time for it.
    mutating func up(
        _ port: UInt16,
        at moment: Int64,
        sequence: UInt32 = 1,
        payload: Int = 0,
        acknowledging: UInt32 = 1,
        flags: TCPHeader.Flags = .ack,
        window: UInt32 = 1 << 20,
        fate: LinkFate = .delivered,
        late: Int64 = 0
    ) {
        add(
            .up,
            port,
            bytes: 40 + payload,
            times: (moment, moment, moment, Self.delay, late),
            fate,
            LinkSegment(
                clientPort: port,
                flags: flags,
                sequence: sequence,
                acknowledgement: acknowledging,
                payload: UInt16(payload),
                window: window
            )
        )
    }

    /// The `place`-th packet of the response, from 0.
    mutating func down(
        _ port: UInt16,
        _ place: Int,
        arrival: Int64,
        service: Int64? = nil,
        fate: LinkFate = .delivered,
        late: Int64 = 0
    ) {
        let start = service ?? arrival
        let end = fate == .delivered ? start + Int64(Self.size) : start
        add(
            .down,
            port,
            bytes: Self.size,
            times: (arrival, start, end, Self.delay, late),
            fate,
            LinkSegment(
                clientPort: port,
                sequence: UInt32(1 + place * Self.payload),
                acknowledgement: 101,
                payload: UInt16(Self.payload),
                window: 1 << 20
            )
        )
    }

    private mutating func add(
        _ direction: LinkDirection,
        _ port: UInt16,
        bytes: Int,
        times: (arrival: Int64, start: Int64, end: Int64, delay: Int64, late: Int64),
        _ fate: LinkFate,
        _ segment: LinkSegment
    ) {
        let flow = flowOfPort[port] ?? UInt32(flowOfPort.count + 1)
        flowOfPort[port] = flow
        var number = numbers[flow] ?? (0, 0)
        let due = Self.at(times.end + (fate == .delivered ? times.delay : 0))
        let entry = LinkLogEntry(
            packet: PacketIdentity(
                direction: direction,
                flow: flow,
                number: direction == .up ? number.up : number.down
            ),
            bytes: bytes,
            arrival: Self.at(times.arrival),
            decision: LinkDecision(
                fate: fate,
                serviceStart: Self.at(times.start),
                serviceEnd: Self.at(times.end),
                due: due
            ),
            departure: fate == .delivered ? due + times.late * 1000 : nil,
            segment: segment
        )
        if direction == .up { number.up += 1 } else { number.down += 1 }
        numbers[flow] = number
        record.linkLog.append(entry)
    }

    // MARK: Transfers

    /// A transfer that opens its connection: called at 0, admitted at 100, connecting from 200, ready at
    /// 10,300; its 100-byte request reaches the origin at 15,300. The response is `packets` packets; the
    /// first is its head.
    mutating func open(
        _ port: UInt16,
        packets: Int,
        written: (first: Int64, last: Int64),
        lastByte: Int64,
        end: Int64,
        requestAt request: Int64 = 10_300,
        window: UInt32 = 1 << 20,
        storing: Int64 = 0
    ) {
        let id = record.transfers.count
        up(port, at: 200, sequence: 0, flags: .syn, window: window)
        add(
            .down,
            port,
            bytes: 60,
            times: (5200, 5200, 5260, Self.delay, 0),
            .delivered,
            LinkSegment(
                clientPort: port,
                flags: [.syn, .ack],
                sequence: 0,
                acknowledgement: 1,
                payload: 0,
                window: 65_535
            )
        )
        up(port, at: request, payload: 100, window: window)
        record.timing.append(TimingEvent(at: Self.at(100), transfer: id, kind: .queued))
        record.originLog.append(
            OriginLogEntry(
                clientPort: port,
                order: 0,
                method: "GET",
                target: "/\(id).jpg",
                status: 200,
                headerBytes: Self.payload,
                bodyBytes: (packets - 1) * Self.payload,
                accepted: Self.at(5200),
                requestFirstByte: Self.at(request + 5000),
                requestLastByte: Self.at(request + 5000),
                responseFirstByte: Self.at(written.first),
                responseLastByte: Self.at(written.last)
            )
        )
        record.transfers.append(
            TransferRecord(
                id: id,
                step: "cold",
                file: "\(id).jpg",
                url: "http://origin.netlab.test/\(id).jpg",
                source: .network,
                status: 200,
                start: .zero,
                end: Self.at(end),
                bodyBytes: (packets - 1) * Self.payload,
                phases: TransferPhases(cache: (100 + storing) * 1000, connect: 10_100_000),
                exchange: ExchangeRecord(
                    localPort: port,
                    order: 0,
                    isNewConnection: true,
                    status: 200,
                    httpVersion: "HTTP/1.1",
                    requestBytes: 100,
                    headerBytes: Self.payload,
                    bodyBytes: (packets - 1) * Self.payload,
                    connectStart: Self.at(200),
                    connectEnd: Self.at(10_300),
                    requestFirstByte: Self.at(10_300),
                    responseFirstByte: Self.at(written.first + 6000),
                    responseLastByte: Self.at(lastByte)
                )
            )
        )
    }
}
