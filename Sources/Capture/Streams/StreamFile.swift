import LinuxIO
import Wire

/// Writes what happened on connections to a capture file, as packets that it makes.
///
/// The first failure is final: later calls throw it again.
struct StreamFile: ~Copyable, Sendable {
    /// Said in the file itself.
    private static let notice = """
        Made by netlab from the bytes that it read from and wrote to its own sockets, not from packets of the \
        network. Bytes, addresses and ports are real; times show when netlab had read the bytes, or had offered them \
        to its kernel. Packet boundaries, handshakes and acknowledgements are synthetic; retransmissions, lost \
        packets and the network's round trips are missing.
        """
    /// Blocks are passed to the file in pieces of about this many bytes.
    private static let goodBytes = 1 << 18
    /// Names of addresses that are kept, so that each is written once.
    private static let mostNames = 4096

    private struct Name: Hashable {
        var host: IPAddress
        var name: String
    }

    private struct Stream {
        var leg: StreamLeg
        var flow: SynthesizedFlow
    }

    private var file: FileWriter
    private var encoder = PcapngEncoder()
    /// Connections that are not over.
    private var streams: [UInt32: Stream] = [:]
    private var named: Set<Name> = []
    /// By leg.
    private var packets = [0, 0]
    /// The zero of instants and the beginning of the file, in nanoseconds since 1970.
    private let origin: Int64
    private let start: Int64

    init(_ path: String, _ clock: RunClock) throws(SystemCallError) {
        var file = try FileWriter(path: path)
        do {
            try Self.appendFront(to: &file)
        } catch {
            WholeFile.removeEmpty(path)
            throw error
        }
        self.file = file
        start = RunClock.wall()
        origin = start - (clock.now() - .zero)
    }

    private static func appendFront(to file: inout FileWriter) throws(SystemCallError) {
        var encoder = PcapngEncoder()
        encoder.appendSectionHeader(
            hardware: Machine.hardware,
            system: "\(Machine.system) \(Machine.kernel)",
            application: "netlab",
            comments: [notice]
        )
        for leg in StreamLeg.allCases {
            encoder.appendInterface(
                linkType: .rawIP,
                snapLength: RecorderSettings.wholePackets,
                name: "\(leg)",
                description: leg.description
            )
        }
        try file.append(encoder.bytes.span.bytes)
        try file.flush()
    }

    /// Total over both legs.
    var packetCount: Int { packets.reduce(0, +) }

    /// Bytes that readers of the file see.
    var writtenBytes: Int { file.writtenBytes }

    /// Adds lines of a TLS key log. They decrypt what is added from now on.
    mutating func append(secrets lines: [String]) {
        guard !lines.isEmpty else { return }
        encoder.appendSecrets(lines.flatMap { Array($0.utf8) + [0x0A] })
    }

    /// `client` tells the client behind an address that the program sees.
    mutating func append(
        _ events: borrowing StreamEvents,
        client: (SocketAddress) -> SocketAddress
    ) throws(SystemCallError) {
        var (place, opening) = (0, 0)
        for event in events.events {
            switch event.kind {
            case .opened:
                open(events.openings[opening], as: event, client)
                opening += 1
            case .happened(let kind):
                let bytes = events.bytes.span.bytes.extracting(place..<place + event.count)
                place += event.count
                append(kind, bytes, of: event)
            case .over: streams[event.stream] = nil
            }
            if encoder.bytes.count >= Self.goodBytes { try pass() }
        }
    }

    /// Makes everything so far visible to readers of the file.
    mutating func flush() throws(SystemCallError) {
        try pass()
        try file.flush()
    }

    /// Completes and closes the file. `dropped` counts by leg what is missing in it.
    consuming func close(dropped: [Int]) throws(SystemCallError) {
        for leg in StreamLeg.allCases {
            encoder.appendStatistics(
                interface: leg.rawValue,
                start: start,
                end: RunClock.wall(),
                received: UInt64(packets[leg.rawValue] + dropped[leg.rawValue]),
                dropped: UInt64(dropped[leg.rawValue])
            )
        }
        try pass()
        try file.close()
    }

    private mutating func open(
        _ opening: StreamOpening,
        as event: StreamEvents.Event,
        _ client: (SocketAddress) -> SocketAddress
    ) {
        let peer = opening.leg == .clients ? client(opening.peer) : opening.peer
        if let name = opening.name { append(name, of: peer.host) }
        let flow = SynthesizedFlow(
            near: SynthesizedFlow.End(host: opening.local.host, port: opening.local.port),
            far: SynthesizedFlow.End(host: peer.host, port: peer.port),
            openedBy: opening.leg == .clients ? .far : .near,
            number: event.stream
        )
        streams[event.stream] = Stream(leg: opening.leg, flow: flow)
        append(opening.leg == .clients ? .established : .attempted, RawSpan(), of: event)
    }

    private mutating func append(_ name: String, of host: IPAddress) {
        guard IPAddress(name) == nil else { return }
        if named.count >= Self.mostNames { named = [] }
        guard named.insert(Name(host: host, name: name)).inserted else { return }
        encoder.appendHostNames([(host, name)])
    }

    private mutating func append(
        _ kind: SynthesizedFlow.Event,
        _ bytes: RawSpan,
        of event: StreamEvents.Event
    ) {
        guard let leg = streams[event.stream]?.leg.rawValue else { return }
        let stamp = origin + (event.instant - .zero)
        var encoder = PcapngEncoder()
        swap(&encoder, &self.encoder)
        var count = 0
        streams[event.stream]?.flow.note(kind, bytes) { headers, payload in
            encoder.appendPacket(headers: headers, payload: payload, interface: leg, stamp: stamp)
            count += 1
        }
        swap(&encoder, &self.encoder)
        packets[leg] += count
    }

    private mutating func pass() throws(SystemCallError) {
        try Self.pass(&encoder, to: &file)
    }

    private static func pass(
        _ encoder: inout PcapngEncoder,
        to file: inout FileWriter
    ) throws(SystemCallError) {
        try file.append(encoder.bytes.span.bytes)
        encoder.removeAll()
    }
}
