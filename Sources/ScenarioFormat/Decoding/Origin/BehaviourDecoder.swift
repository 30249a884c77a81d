import HTTP
import Scenarios
import Wire

/// The keys that set how the origin answers.
struct BehaviourDecoder {
    let section: Section
    /// True for `origin` as a whole; false for one of its files or a named host.
    let isWhole: Bool

    init(_ section: Section, isWhole: Bool = false) {
        self.section = section
        self.isWhole = isWhole
    }

    var values: ValueReader { section.values }

    /// All settings of the section.
    var behaviour: ResponseBehaviour {
        var behaviour = ResponseBehaviour()
        let times = TimeDistributionDecoder(values: values)
        behaviour.delay = said("delay") { times.decode($0, "delay") }
        behaviour.pieces = said("pieces", pieces)
        behaviour.rateBps = said("rate") { values.amount($0, "rate", .rate, in: ScenarioLimits.rateBps) }
        behaviour.etag = said("etag", etag)
        decodeHead(into: &behaviour)
        decodeAnswer(into: &behaviour)
        behaviour.length = said("length", takesNone: false) { values.choice($0, "length") }
        behaviour.trailers = said("trailers") { headers.fields($0, "trailers") }
        if behaviour.trailers.value != nil, let length = behaviour.length.value, length != .chunked {
            section.log.report(
                "`trailers` follow the last chunk: they need `length: chunked`",
                at: section.keySpan("trailers")
            )
        }
        behaviour.earlyHints = said("earlyHints") { list($0, "earlyHints", "Link") }
        behaviour.fault = said("fault") {
            FaultDecoder(values: values, place: isWhole ? .origin : .file).decode($0)
        }
        return behaviour
    }

    /// The value under a key; `none` switches the setting off.
    func said<Value>(_ key: String, takesNone: Bool = true, _ read: (YAMLNode) -> Value?) -> Said<Value> {
        guard let node = section[key] else { return .nothing }
        if takesNone, node.scalar?.text == "none" { return .absent }
        return read(node).map { .value($0) } ?? .nothing
    }

    private func etag(_ node: YAMLNode) -> EntityTagStrength? {
        values.word(node, "etag", among: EntityTagStrength.allCases.map(\.rawValue) + ["none"])
            .flatMap { EntityTagStrength(rawValue: $0) }
    }

    private func pieces(_ node: YAMLNode) -> ResponsePieces? {
        guard let section = Section(node, "pieces", .pieces, values: values),
            section.demands("size", "pause")
        else { return nil }
        let size = section.amount("size", .bytes, in: ScenarioLimits.pieceBytes)
        let pause = section["pause"].flatMap {
            TimeDistributionDecoder(values: values).decode($0, "pause")
        }
        guard let size, let pause else { return nil }
        return ResponsePieces(size: Int(size), pause: pause)
    }
}
