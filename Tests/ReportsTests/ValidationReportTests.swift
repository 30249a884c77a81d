import Foundation
import JSON
import LinkModel
import Reports
import Testing
import Theory

/// The table of what a 304 saves, as shown.
@Suite struct ValidationReportTests {
    private static let body = 20_000

    /// The cells of each line's row, by the line's name.
    private func rows(_ text: String) -> [String: [String]] {
        text.split(separator: "\n").reduce(into: [:]) { rows, line in
            let cells = line.split(separator: "  ").map { $0.trimmingPrefix(" ") }.map(String.init)
            if let name = cells.first, name.contains("/"), cells.count > 6 { rows[name] = cells }
        }
    }

    private func milliseconds(_ cell: String) throws -> Double {
        let parts = cell.split(separator: " ")
        let value = try #require(Double(parts[0].replacing(",", with: "")))
        return try value * #require(["s": 1000, "ms": 1, "us": 1e-3, "ns": 1e-6][String(parts[1])])
    }

    /// Time of `bytes` in one direction, in milliseconds, including its delay.
    private func way(_ bytes: Int, _ line: DirectionParameters, _ framing: LinkFraming) -> Double {
        let rate = line.rateBps.map(Double.init) ?? .infinity
        return Double(framing.bytes(bytes)) * 8000 / rate + Double(line.oneWayDelay) / 1e6
    }

    @Test(arguments: LinkCatalogue.families.map(\.name))
    func `every profile of a family has its row, with the cost of a 304`(_ name: String)
        throws
    {
        let profiles = try #require(LinkCatalogue.family(named: name)).profiles
        let report = ValidationReport(profiles, bodyBytes: Self.body)
        let rows = rows(report.document.text(width: 400))
        #expect(Set(rows.keys) == Set(profiles.map(\.name)))
        for profile in profiles where profile.link.isPlain && profile.link.answersInTime {
            let cells = try #require(rows[profile.name])
            let (up, down, framing) = (profile.link.up, profile.link.down, profile.link.framing)
            // Down 60 and 144, plus 52 if the acknowledgement of the client's request is separate.
            #expect(cells[5] == "343 B" && ["204 B", "256 B"].contains(cells[4]), "\(cells)")
            #expect(cells[8] == "231 B" && ["144 B", "196 B"].contains(cells[7]), "\(cells)")
            // Without the acknowledgement after the answer.
            let open = way(179, up, framing) + way(144, down, framing)
            let lookup = Double(profile.link.dnsDelay) / 1e6
            let whole = way(60, up, framing) + way(60, down, framing) + open
            // A separate acknowledgement precedes the request, and another the answer.
            let ways = Double(up.oneWayDelay + down.oneWayDelay) / 1e6
            let behind = way(52, up, framing) + way(52, down, framing) - ways
            let told = try milliseconds(cells[6])
            #expect(
                told >= whole * 0.995 - 0.05 && told - lookup <= (whole + behind) * 1.02 + 0.05,
                "\(cells)"
            )
            #expect(try abs(milliseconds(cells[9]) - open) <= open * 0.02 + 0.05, "\(cells)")
            let line = Double(Self.body) * 8000 / (down.rateBps.map(Double.init) ?? .infinity)
            #expect(try milliseconds(cells[3]) > line + whole * 0.995 - 0.05)
            #expect(cells.last == "0 B")
        }
    }

    @Test func `a line that carries nothing has dashes`() throws {
        let profile = try #require(LinkCatalogue.profile(named: "nlc/loss-100"))
        let text = ValidationReport([profile], bodyBytes: Self.body).document.text(width: 400)
        let cells = try #require(rows(text)["nlc/loss-100"])
        #expect(cells.dropFirst().dropLast().allSatisfy { $0 == "-" })
    }

    @Test func `the documentation page on 304 shows the rendered figures`() throws {
        let place = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/what-a-304-saves.md")
        let page = rows(try String(contentsOf: place, encoding: .utf8))
        let profiles = try #require(LinkCatalogue.family(named: "nlc")).profiles
        let text = ValidationReport(profiles, bodyBytes: 1000).document.text(width: 100)
        let rendered = rows(text)
        #expect(page.count == profiles.count)
        // A 304's cost does not depend on the size; but the whole body may also be affected by losses.
        for profile in profiles {
            #expect(
                page[profile.name].map { $0.dropFirst(4) }
                    == rendered[profile.name].map { $0.dropFirst(4).prefix(4) }
            )
        }
    }

    @Test func `columns that do not fit the terminal are dropped from the end`() throws {
        let profile = try #require(LinkCatalogue.profile(named: "nlc/dsl"))
        let text = ValidationReport([profile], bodyBytes: Self.body).document.text(width: 80)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(try #require(rows(text)["nlc/dsl"]).count < 12)
    }

    @Test func `the JSON has bytes and nanoseconds, and a memory hit takes 0 ns`() throws {
        let dsl = try #require(LinkCatalogue.profile(named: "nlc/dsl"))
        let json = ValidationReport([dsl], bodyBytes: Self.body).json
        #expect(json["schema"] == "netlab.validation/1" && json["bodyBytes"]?.int64 == Int64(Self.body))
        let row = try #require(json["profiles"]?.elements.first)
        #expect(row["name"] == "nlc/dsl" && row["memoryHit"]?["ns"]?.int64 == 0)
        let times = ["whole", "notModified", "notModifiedOnOpenConnection"].compactMap {
            row[$0]?["ns"]?.int64
        }
        #expect(times.count == 3 && times == times.sorted(by: >))
        #expect((row["whole"]?["downBytes"]?.int64 ?? 0) > Int64(Self.body))
    }
}

extension LinkParameters {
    /// False if a host repeats its first packet, after a second, before the answer can arrive.
    fileprivate var answersInTime: Bool {
        var there = 0.0
        for line in [up, down] {
            let rate = line.rateBps.map(Double.init) ?? .infinity
            there += Double(line.oneWayDelay) / 1e6 + 480_000 / rate
        }
        return there < 950
    }

    /// True if the line has only a steady rate and a delay in both directions.
    fileprivate var isPlain: Bool {
        [up, down].allSatisfy { line in
            let isSteady =
                switch line.rate {
                case .constant, .unlimited: true
                default: false
                }
            return isSteady && line.loss == .none && line.jitter == nil && line.outages == nil
        }
    }
}
