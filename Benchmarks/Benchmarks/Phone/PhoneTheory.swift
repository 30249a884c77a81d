import Experiments
import JSON
import Reports

/// The images of the `dsl` scenario, downloaded by curl on the phone over a new connection, one after the other, beside
/// what theory says.
enum PhoneTheory {
    private static let images = ["small.jpg", "medium.jpg", "large.jpg"]
    /// The line carries what fits into the tunnel.
    private static let line = "--set link.mtu=1420"
    private static let step = "in-turn"

    private static let lines = """
        "$NETLAB" predict dsl \(line) --json >predicted.json
        phone --scenario dsl \(line)
        url=http://origin.netlab.test
        in_phone curl -s --resolve origin.netlab.test:80:198.18.0.2 -w '%{time_total}\\n' \
            \(images.map { "-o /dev/null $url/\($0)" }.joined(separator: " ")) >times
        """

    static func rows(_ scene: PhoneScene) throws -> [BenchRow] {
        try PhoneScene.tool("curl", package: "curl")
        _ = try scene.run(lines)
        let times = try scene.numbers("times")
        let predicted = try predictions(JSONValue(parsing: try scene.read("predicted.json")))
        guard times.count == images.count, predicted.count == images.count else {
            throw ExperimentError("the phone's downloads gave no figures")
        }
        return zip(images, zip(times, predicted)).map { name, figures in
            BenchRow(
                "\(name) of dsl on a phone",
                unit: "s",
                netlab: figures.0,
                peer: figures.1,
                peerName: "theory",
                goal: .within(0.005)
            )
        }
    }

    /// Seconds for each image, in order.
    private static func predictions(_ document: JSONValue) -> [Double] {
        guard case .array(let steps)? = document["steps"],
            let step = steps.first(where: { $0["name"]?.text == step }),
            case .array(let transfers)? = step["transfers"]
        else { return [] }
        return images.compactMap { name in
            let mine = transfers.first { $0["file"]?.text == name }
            return mine?["durationNs"]?.number.map { $0 / 1e9 }
        }
    }
}
