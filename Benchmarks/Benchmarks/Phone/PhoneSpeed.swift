import Experiments
import JSON
import Reports

/// What the tunnel carries without limits, beside wireguard-go between the same hosts. Both take turns.
enum PhoneSpeed {
    private enum Way: String, CaseIterable {
        case up, down
    }

    private static let seconds = 4

    private static func lines(_ rounds: Int) -> String {
        """
        phone
        wg genkey >near.key
        wg genkey >far.key
        wireguard-go -f near0 >/dev/null 2>&1 &
        until wg show near0 >/dev/null 2>&1; do sleep 0.02; done
        wg set near0 private-key near.key listen-port 51999 peer "$(wg pubkey <far.key)" allowed-ips 10.9.0.2/32
        ip addr add 10.9.0.1/24 dev near0
        ip link set near0 mtu 1420 up
        printf '[Interface]\\nPrivateKey = %s\\nAddress = 10.9.0.2/24\\n[Peer]\\nPublicKey = %s\\nAllowedIPs = 10.9.0.1/32\\nEndpoint = 192.0.2.1:51999\\n' \
            "$(cat far.key)" "$(wg pubkey <near.key)" >far.conf
        tunnel far0 far.conf
        iperf3 -s >/dev/null &
        answers 5201
        for round in $(seq \(rounds)); do
            for way in up down; do
                test $way = up && reverse= || reverse=-R
                in_phone iperf3 -c 203.0.113.1 -t \(seconds) --json $reverse >netlab-$way-$round.json
                in_phone iperf3 -c 10.9.0.1 -t \(seconds) --json $reverse >plain-$way-$round.json
            done
        done
        """
    }

    static func rows(_ scene: PhoneScene, rounds: Int) throws -> [BenchRow] {
        try PhoneScene.tool("iperf3", package: "iperf3")
        _ = try scene.run(lines(rounds))
        return try Way.allCases.map { way in
            let ours = try (1...rounds).map { try rate(scene, "netlab-\(way.rawValue)-\($0).json") }
            let theirs = try (1...rounds).map { try rate(scene, "plain-\(way.rawValue)-\($0).json") }
            return BenchRow(
                "a phone's traffic \(way.rawValue), without limits",
                unit: "Mbit/s",
                netlab: ours.median,
                peer: theirs.median,
                peerName: "wireguard-go",
                pairedRatio: PairedRatio(ours, to: theirs),
                goal: .ratioAtLeast(0.8)
            )
        }
    }

    /// In Mbit/s.
    private static func rate(_ scene: PhoneScene, _ file: String) throws -> Double {
        let report = try JSONValue(parsing: try scene.read(file))
        guard let bits = report["end"]?["sum_received"]?["bits_per_second"]?.number else {
            throw ExperimentError("iperf3 measured nothing: \(report["error"]?.text ?? "no reason given")")
        }
        return bits / 1e6
    }
}
