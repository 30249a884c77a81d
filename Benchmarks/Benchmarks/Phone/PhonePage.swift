import Experiments
import JSON
import Reports

/// A page with many images in Chromium on the phone, over HTTP/2: what the ledgers of its capture leave unexplained.
enum PhonePage {
    private static let images = 100
    private static let names = (0..<images).map { "image\($0).jpg" }

    private static var scenario: String {
        """
        netlab: 1
        name: page
        link: { profile: nlc/lte, mtu: 1420 }
        origin:
          tls: true
          http: [h2, http/1.1]
          files:

        """ + names.map { "    \($0): { image: jpeg, size: 12 kB }\n" }.joined()
    }

    private static var page: String {
        names.map { "<img src=\"https://origin.netlab.test/\($0)\">" }.joined()
    }

    /// Chromium's own clock stands still while anything is loaded, so that the page is there when it ends.
    private static let lines = """
        phone --scenario page.yaml --pcap page.pcapng
        in_phone timeout 60 chromium --headless=new --virtual-time-budget=30000 --no-sandbox --disable-gpu --disable-dev-shm-usage \
            --disable-background-networking --user-data-dir=$PWD/profile --ignore-certificate-errors \
            --host-resolver-rules='MAP * 198.18.0.2' --dump-dom "file://$PWD/page.html" >dom 2>chromium.log
        kill -INT $netlab
        wait $netlab
        "$NETLAB" explain page.pcapng --json >explained.json
        """

    static func rows(rounds: Int) throws -> [BenchRow] {
        try PhoneScene.tool("chromium", package: "chromium")
        let measured = try (1...rounds).map { _ in try page(in: PhoneScene()) }
        return [
            BenchRow(
                "a page's images on a phone, in its capture",
                unit: "images",
                netlab: measured.map(\.images).median,
                goal: .atLeast(Double(images))
            ),
            BenchRow(
                "unexplained of their time",
                unit: "%",
                netlab: measured.map(\.unexplained).median,
                goal: .atMost(1)
            ),
        ]
    }

    /// How many images the capture has, and what share of the transfers' time is unexplained, in per cent.
    private static func page(in scene: PhoneScene) throws -> (images: Double, unexplained: Double) {
        try scene.write("page.yaml", scenario)
        try scene.write("page.html", page)
        _ = try scene.run(lines)
        let document = try JSONValue(parsing: try scene.read("explained.json"))
        guard case .array(let steps)? = document["steps"], let step = steps.first,
            case .array(let transfers)? = step["transfers"],
            let all = step["sumOfDurationsNs"]?.number, all > 0,
            let unexplained = step["ledger"]?["unexplained"]?.number
        else {
            throw ExperimentError("the capture of the phone's page gave no figures")
        }
        let loaded = Set(transfers.compactMap { $0["file"]?.text }).intersection(names)
        return (Double(loaded.count), unexplained / all * 100)
    }
}
