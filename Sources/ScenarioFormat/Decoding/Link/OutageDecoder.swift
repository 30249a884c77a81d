import LinkModel
import Scenarios
import Wire

/// `outages:` -> when a direction carries nothing; `.some(nil)` for `none`.
struct OutageDecoder {
    static let patterns = [["every", "for"], ["list"], ["meanUp", "meanDown"]]

    let values: ValueReader

    func decode(_ node: YAMLNode) -> Outages?? {
        if node.scalar?.text == "none" { return .some(nil) }
        guard let section = Section(node, "outages", .outages, values: values) else { return nil }
        let packets: Outages.Treatment? = section.value("packets", .word)
        let said = Self.patterns.filter { $0.contains(where: section.has) }
        guard let pattern = said.first, said.count == 1 else {
            section.log.report(
                "`outages` is one of `every` and `for`, a `list`, or `meanUp` and `meanDown`",
                at: said.dropFirst().first?.first(where: section.has).map(section.keySpan) ?? section.span
            )
            return nil
        }
        guard pattern.count == 1 || section.require(pattern[0], pattern[1]) else { return nil }
        return self.pattern(section, pattern[0]).map { Outages(pattern: $0, packets: packets ?? .lost) }
    }

    private func pattern(_ section: Section, _ kind: String) -> Outages.Pattern? {
        let range = ScenarioLimits.lasting
        switch kind {
        case "every":
            let every = section.value("every", .duration(in: range))
            let length = section.value("for", .duration(in: range))
            guard let every, let length else { return nil }
            if length >= every {
                section.log.report(
                    "an outage `for` \(Quantity.text(nanoseconds: length)) `every` "
                        + "\(Quantity.text(nanoseconds: every)) never ends: `for` is shorter than `every`",
                    at: section.place("for") ?? section.span
                )
            }
            return .every(every, length: length)
        case "list": return section["list"].flatMap(list).map { .listed($0) }
        default:
            let up = section.value("meanUp", .duration(in: range))
            let down = section.value("meanDown", .duration(in: range))
            guard let up, let down else { return nil }
            return .random(meanUp: up, meanDown: down)
        }
    }

    private func list(_ node: YAMLNode) -> [Outages.Interval]? {
        let log = values.log
        let wanted = "outages, as in `[ { at: 3 s, for: 500 ms } ]`"
        guard let items = values.items(node, "list", wanted, "outages") else { return nil }
        var found: [Outages.Interval] = []
        for item in items {
            guard let section = Section(item, "outage", .outage, values: values),
                section.require("at", "for"),
                let start = section.value("at", .duration(in: ScenarioLimits.waiting)),
                let length = section.value("for", .duration(in: ScenarioLimits.lasting))
            else { return nil }
            if let last = found.last, start <= last.start + last.length {
                let end = Quantity.text(nanoseconds: last.start + last.length)
                let fault =
                    start < last.start
                    ? "outages must be in the order of their times"
                    : "the one before it ends at \(end): write two that touch as one"
                log.report(
                    "an outage at \(Quantity.text(nanoseconds: start)): \(fault)",
                    at: section.place("at") ?? section.span
                )
            }
            found.append(Outages.Interval(start: start, length: length))
        }
        return found
    }
}
