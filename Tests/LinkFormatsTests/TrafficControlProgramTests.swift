import Foundation
import LinkFormats
import LinkModel
import TestSupport
import Testing

/// The exported commands, run by tc in a separate network.
@Suite(.timeLimit(.minutes(2)))
struct TrafficControlProgramTests {
    /// A shell as root of its own network namespace; nil if that is not allowed.
    private static func shell(_ script: String) throws -> ProgramOutput {
        let unshare = Program.find("unshare") ?? "unshare"
        let arguments = geteuid() == 0 ? ["-n"] : ["-rn"]
        return try Program(unshare, arguments + ["sh", "-c", "PATH=$PATH:/usr/sbin:/sbin\n\(script)"]).run()
    }

    private static func succeeds(_ script: String) -> Bool {
        (try? shell(script).status) == 0
    }

    static let hasProgram = Program.find("tc") != nil && succeeds("ip link set lo up")
    static let hasNetem = hasProgram && succeeds("tc qdisc add dev lo root netem delay 1ms")
    static let hasRedirection =
        hasNetem
        && succeeds(
            """
            ip link add a type dummy && ip link add ifb0 type ifb && tc qdisc add dev a ingress &&
            tc filter add dev a parent ffff: protocol all matchall action mirred egress redirect dev ifb0
            """
        )

    /// The arguments of each netem after `tc qdisc add dev "$DEV"`.
    private func disciplines(_ link: LinkParameters) -> [String] {
        LinkFormat.trafficControl.export(link, title: "").text.split(separator: "\n")
            .filter { $0.contains(" netem ") }
            .compactMap { line in line.range(of: " root ").map { String(line[$0.lowerBound...]) } }
    }

    @Test(.enabled(if: hasProgram, "needs tc and a network namespace of its own"))
    func `tc accepts the syntax of every exported line`() throws {
        let links = LinkCatalogue.profiles.map(\.link) + [SampleLines.impaired, SampleLines.beyond]
        let lines = links.flatMap(disciplines)
        #expect(lines.count == 2 * links.count)
        // Status 1 means that tc refuses, status 2 that the kernel does.
        let script = lines.map {
            "tc qdisc add dev lo\($0) 2>&1; [ $? -ne 1 ] || echo 'refused:\($0)'; tc qdisc del dev lo root 2>/dev/null"
        }
        let output = try Self.shell(script.joined(separator: "\n"))
        #expect(!output.output.contains("refused:"), "\(output.output)")
        let broken = try Self.shell("tc qdisc add dev lo root netem delay 5parsecs")
        #expect(broken.status == 1)
    }

    @Test(
        .enabled(if: hasNetem, "needs a kernel with netem"),
        arguments: ["nlc/dsl", "nlc/very-bad", "chrome/fast-4g", "lighthouse/mobile-slow-4g", "atc/2g-rural"]
    )
    func `the kernel's netem reports the line it was given`(name: String) throws {
        let link = try #require(LinkCatalogue.profile(named: name)).link
        let line = try #require(disciplines(link).first)
        let output = try Self.shell("tc qdisc add dev lo\(line) && tc -s qdisc show dev lo")
        #expect(output.status == 0, "\(output.errors)")
        let shown = try LinkImport(Array(output.output.utf8), name: "shown").link.up
        #expect(shown.rateBps == link.up.rateBps)
        #expect(shown.lossRatio == link.up.lossRatio)
        #expect(shown.queue == link.queueLimit(.up))
        // tc shows three digits.
        let error = Double(shown.oneWayDelay - link.up.oneWayDelay)
        #expect(error.magnitude <= 0.005 * Double(link.up.oneWayDelay))
    }

    @Test(.enabled(if: hasRedirection, "needs a kernel with netem, ifb and mirred"))
    func `the exported script shapes both directions and can be removed as it says`() throws {
        let link = try #require(LinkCatalogue.profile(named: "nlc/3g")).link
        let folder = try ScratchFolder()
        try folder.write("3g.sh", LinkFormat.trafficControl.export(link, title: "3g").text)
        let output = try Self.shell(
            """
            set -e; ip link add a type dummy; ip link set a up
            sh \(folder.file("3g.sh")) a
            tc qdisc show
            tc qdisc del dev a root; tc qdisc del dev a ingress; ip link del ifb0
            """
        )
        #expect(output.status == 0, "\(output.errors)")
        let shown = try LinkImport(Array(output.output.utf8), name: "shown").link
        #expect(shown.up.rateBps == link.up.rateBps && shown.down.rateBps == link.down.rateBps)
        #expect(shown.up.oneWayDelay == link.up.oneWayDelay)
        #expect(shown.down.oneWayDelay == link.down.oneWayDelay)
    }
}
