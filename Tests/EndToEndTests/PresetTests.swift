import Foundation
import TestSupport
import Testing

/// Every preset of Network Link Conditioner, measured from behind the line by programs other than netlab.
@Suite(
    "The presets",
    .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"),
    .enabled(if: Program.find("ping") != nil && Program.find("python3") != nil, "needs ping and Python"),
    .serialized,
    .timeLimit(.minutes(3))
)
struct PresetTests {
    struct Preset: Sendable, CustomTestStringConvertible {
        var name: String
        /// Both delays, in milliseconds.
        var delays: Double
        /// Bits per second, down and up; nil if unlimited.
        var rates: (down: Double, up: Double)?

        var testDescription: String { name }
        /// Theoretical round trip of 84 bytes each way, in milliseconds.
        var roundTrip: Double {
            delays + (rates.map { 84 * 8e3 / $0.down + 84 * 8e3 / $0.up } ?? 0)
        }
    }

    static let presets = [
        Preset(name: "nlc/dsl", delays: 10, rates: (2e6, 256e3)),
        Preset(name: "nlc/3g", delays: 200, rates: (780e3, 330e3)),
        Preset(name: "nlc/edge", delays: 840, rates: (240e3, 200e3)),
        Preset(name: "nlc/lte", delays: 115, rates: (50e6, 10e6)),
        Preset(name: "nlc/wifi", delays: 2, rates: (40e6, 33e6)),
        Preset(name: "nlc/wifi-ac", delays: 2, rates: (250e6, 100e6)),
        Preset(name: "nlc/very-bad", delays: 1000, rates: (1e6, 1e6)),
        Preset(name: "nlc/high-latency-dns", delays: 0),
    ]

    /// Floods each direction in turn with more packets than it carries, each of 1500 bytes, and times those that arrive:
    /// `measure DOWN UP` and, on the origin's host, `serve`. Each writes what IP carried towards it, in bits per second.
    private static let flood = """
        import socket, sys, time
        def send(link, to, rate):
            gap, count = 1500 * 8 / rate / 1.3, max(200, int(rate / 48000))
            began = time.monotonic()
            for each in range(count):
                time.sleep(max(0, began + each * gap - time.monotonic()))
                link.sendto(bytes(1472), to)
        def receive(link, name):
            times = []
            link.settimeout(20)
            while True:
                try: link.recv(2000)
                except TimeoutError: break
                times.append(time.monotonic())
                link.settimeout(2)
            open(name, 'w').write(str((len(times) - 1) * 1500 * 8 / (times[-1] - times[0])))
        link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        if sys.argv[1] == 'serve':
            link.bind(('198.18.0.2', 5201))
            asked, client = link.recvfrom(100)
            send(link, client, float(asked))
            receive(link, 'up.txt')
            link.sendto(b'counted', client)
        else:
            down, up = sys.argv[2:]
            link.connect(('198.18.0.2', 5201))
            time.sleep(0.5)
            link.send(down.encode())
            receive(link, 'down.txt')
            send(link, ('198.18.0.2', 5201), float(up))
            link.settimeout(20)
            link.recv(100)
        """

    @Test(arguments: presets)
    func `keep their round-trip time and rates within a thousandth`(preset: Preset) throws {
        let folder = try ScratchFolder()
        try folder.write("flood.py", Self.flood)
        let flood =
            preset.rates.map { "&& python3 flood.py measure \(Int($0.down)) \(Int($0.up))" } ?? ""
        let output = try Netlab.shell(
            """
            "$NETLAB" exec -q --clock virtual --profile \(preset.name) \
            --set link.down.loss=0% --set link.up.loss=0% \
            --serve-with 'python3 flood.py serve' \
            -- sh -c 'ping -q -c 12 -i 0.1 198.18.0.2 >ping.txt \(flood)'
            """,
            in: folder
        )
        try #require(output.status == 0, "\(output.errors)")
        let roundTrip = try meanRoundTrip(folder.read("ping.txt"))
        #expect(abs(roundTrip - preset.roundTrip) <= max(preset.roundTrip / 1000, 0.05))
        guard let rates = preset.rates else { return }
        for (file, rate) in [("down.txt", rates.down), ("up.txt", rates.up)] {
            let measured = try #require(Double(folder.read(file)))
            #expect(abs(measured - rate) <= rate / 1000, "\(file)")
        }
    }

    /// In milliseconds.
    private func meanRoundTrip(_ text: String) throws -> Double {
        // rtt min/avg/max/mdev = 202.974/203.003/203.033/0.029 ms
        let times = text.split(separator: "=").last?.split(separator: "/").compactMap {
            Double($0.drop { $0 == " " })
        }
        return try #require(times?.dropFirst().first, "\(text)")
    }
}
