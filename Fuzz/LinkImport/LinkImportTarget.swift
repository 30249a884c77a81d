import FuzzSupport
import LinkFormats
import LinkModel

/// Any bytes as another tool's line: rejected with a reason, or a line that every tool's export can express
/// and that tc's import reads back.
package func fuzzLinkImport(_ bytes: [UInt8]) {
    guard let link = read(bytes)?.link else { return }
    for direction in LinkDirection.allCases {
        let side = link[direction]
        demand(side.oneWayDelay >= 0, "a delay below nothing")
        demand((0...1).contains(side.lossRatio), "a loss that is no share: \(side.lossRatio)")
        demand(side.rateBps.map { $0 >= 0 } ?? true, "a rate below nothing")
    }
    for format in LinkFormat.allCases {
        let export = format.export(link, title: "fuzzed")
        demand(export.text.hasSuffix("\n"), "an export without an end")
        demand(export.warnings.allSatisfy { !$0.contains("\n") }, "a warning of several lines")
        guard format == .trafficControl else { continue }
        demand(
            read(Array(export.text.utf8))?.format == format,
            "an export that is not known again:\n\(export.text)"
        )
    }
}

private func read(_ bytes: [UInt8]) -> LinkImport? {
    do throws(ImportError) {
        return try LinkImport(bytes, name: "fuzzed") { name in
            name.hasSuffix("trace") ? Array("1\n1\n3\n".utf8) : nil
        }
    } catch {
        demand(!error.message.isEmpty, "refused without a reason")
        return nil
    }
}
