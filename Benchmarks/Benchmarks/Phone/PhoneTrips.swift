import Experiments
import Reports

/// How much later a ping of the phone comes back, across a line without limits, than in the Wi-Fi alone.
enum PhoneTrips {
    private static let lines = """
        phone
        ask() { in_phone ping -n -i 0.005 -c 400 $1 | sed -n 's/.*time=\\([0-9.]*\\) ms/\\1/p'; }
        ask 192.0.2.1 >wifi
        ask 10.207.0.1 >near
        ask 203.0.113.1 >across
        """

    static func rows(_ scene: PhoneScene) throws -> [BenchRow] {
        try PhoneScene.tool("ping", package: "iputils-ping")
        _ = try scene.run(lines)
        guard let wifi = try scene.numbers("wifi").median, let near = try scene.numbers("near").median,
            let across = try scene.numbers("across").median
        else { throw ExperimentError("the phone's pings did not come back") }
        return [
            BenchRow(
                "a phone's ping, p50: the tunnel adds",
                unit: "ms",
                netlab: near - wifi,
                goal: .atMost(0.3)
            ),
            BenchRow("tunnel and line add", unit: "ms", netlab: across - wifi, goal: .atMost(0.3)),
        ]
    }
}
