import LinkModel
import Scenarios
import Wire

/// `queue:` -> its limit and its discipline. Settings that are left out keep their values.
struct QueueDecoder {
    let values: ValueReader
    let mtu: Int

    func decode(_ node: YAMLNode, over direction: inout DirectionParameters) {
        guard node.entries != nil else {
            if let limit = limit(node) { direction.queue = limit }
            return
        }
        guard let section = Section(node, "queue", .queue, values: values) else { return }
        if let limit = section["limit"].flatMap(limit) { direction.queue = limit }
        direction.discipline = discipline(section, over: direction.discipline)
    }

    private func limit(_ node: YAMLNode) -> QueueLimit? {
        guard let quantity = values.quantity(node, "queue", [.packets, .bytes]) else { return nil }
        if quantity.kind == .packets {
            return values.amount(quantity, node, "queue", in: ScenarioLimits.queuePackets).map {
                .packets(Int($0))
            }
        }
        // A queue that holds no full packet would never pass one.
        let range = Int64(mtu)...ScenarioLimits.queueBytes.upperBound
        return values.amount(quantity, node, "queue", in: range).map { .bytes(Int($0)) }
    }

    private func discipline(_ section: Section, over base: QueueDiscipline) -> QueueDiscipline {
        let asked: QueueDiscipline.Name? = section.value("discipline", .word)
        // An unreadable discipline must not cause further errors.
        if section.has("discipline"), asked == nil { return base }
        let name = asked ?? base.name
        let start = name == base.name ? base : .fresh(name)
        switch start {
        case .codel(let settings): return .codel(controlledDelay(section, over: settings))
        case .fair(codel: let settings?): return .fair(codel: controlledDelay(section, over: settings))
        case .pie(let settings): return .pie(settings.changed(by: section))
        case .dropTail, .dropHead, .fair(codel: nil):
            refuseSettings(section, of: name)
            return start
        }
    }

    private func controlledDelay(_ section: Section, over base: ControlledDelay) -> ControlledDelay {
        let settings = base.changed(by: section)
        if settings.target >= settings.interval {
            section.log.report(
                "a `target` of \(Quantity.text(nanoseconds: settings.target)) is not below the `interval` of "
                    + "\(Quantity.text(nanoseconds: settings.interval)): it is usually a twentieth of it",
                at: section.place("target") ?? section.place("interval") ?? section.span
            )
        }
        return settings
    }

    private func refuseSettings(_ section: Section, of name: QueueDiscipline.Name) {
        for key in ["target", "interval"] where section.has(key) {
            section.log.report(
                "`\(key)` belongs to codel, pie and fq-codel: `\(name.rawValue)` does not look at the delay",
                at: section.keySpan(key)
            )
        }
        if section.value("ecn", .flag) == true {
            section.log.report(
                "`\(name.rawValue)` marks no packets: `ecn` belongs to codel, pie and fq-codel",
                at: section.keySpan("ecn")
            )
        }
    }
}

extension QueueDiscipline {
    /// The discipline with the settings that its RFC recommends.
    fileprivate static func fresh(_ name: Name) -> QueueDiscipline {
        switch name {
        case .dropTail: .dropTail
        case .dropHead: .dropHead
        case .codel: .codel(ControlledDelay())
        case .pie: .pie(ProportionalIntegral())
        case .fq: .fair(codel: nil)
        case .fqCodel: .fair(codel: ControlledDelay())
        }
    }
}
